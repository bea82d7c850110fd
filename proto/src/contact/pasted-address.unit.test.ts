import { expect, it } from 'vitest';
import { pastedAddress } from './pasted-address.ts';

const ADDRESS = 'https://shop.example/hook?a=1';

it.each([
  ADDRESS,
  `<${ADDRESS}>`,
  `“${ADDRESS}”.`,
  `[Shop](${ADDRESS})`,
  `[${ADDRESS}](${ADDRESS}).`,
  `<a href="${ADDRESS}">Shop</a>`,
  `<${ADDRESS}|shop.example>`,
  `Webhook : ${ADDRESS}`,
  `URL:${ADDRESS}`,
  `POST ${ADDRESS},`,
])('finds the address in %s', (text) => expect(pastedAddress(text)).toBe(ADDRESS));

it.each(['', 'shop.example', 'https://shop.example/ho ok', 'https://a.example https://b.example', 'http://a.example'])(
  'leaves %j as it is',
  (text) => expect(pastedAddress(text)).toBe(text),
);

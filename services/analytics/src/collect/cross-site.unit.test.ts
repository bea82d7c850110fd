import { describe, expect, it } from 'vitest';
import { createCrossSiteCheck } from './cross-site.ts';

const check = createCrossSiteCheck(['https://shop.example']);
const refused = expect.objectContaining({ code: 'CROSS_SITE' });

describe('cross-site check', () => {
  it.each([
    ['no browser', { host: 'volant.example' }],
    ['the page itself', { host: 'volant.example', origin: 'https://volant.example', 'sec-fetch-site': 'same-origin' }],
    [
      'the page, behind a proxy with another host',
      { host: 'collect:4004', origin: 'https://volant.example', 'sec-fetch-site': 'same-origin' },
    ],
    ['the page in an older browser', { host: 'Volant.example:3000', origin: 'http://volant.example:3000' }],
    [
      'the page in an older browser, handed on',
      { host: 'collect:4004', 'x-forwarded-host': 'volant.example', origin: 'https://volant.example' },
    ],
    [
      'what a person types or opens',
      { host: 'collect:4004', origin: 'https://volant.example', 'sec-fetch-site': 'none' },
    ],
    [
      'an origin that is allowed',
      { host: 'v.example', origin: 'https://shop.example', 'sec-fetch-site': 'cross-site' },
    ],
    ['an origin that is allowed, older', { host: 'volant.example', origin: 'https://shop.example' }],
  ])('accepts events of %s', (_, headers) => {
    expect(() => check(headers)).not.toThrow();
  });

  it.each([
    ['another site', { host: 'volant.example', origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }],
    ['another site without its origin', { host: 'volant.example', 'sec-fetch-site': 'cross-site' }],
    [
      'another site that claims our origin',
      { host: 'v.example', origin: 'https://v.example', 'sec-fetch-site': 'cross-site' },
    ],
    [
      'a neighbour on the same domain',
      { host: 'volant.example', origin: 'https://x.volant.example', 'sec-fetch-site': 'same-site' },
    ],
    ['another site in an older browser', { host: 'volant.example', origin: 'https://evil.example' }],
    ['a page without an origin', { host: 'volant.example', origin: 'null' }],
    ['an origin whose end is ours', { host: 'volant.example', origin: 'https://notvolant.example' }],
    ['another port', { host: 'volant.example', origin: 'https://volant.example:8443' }],
  ])('refuses events of %s', (_, headers) => {
    expect(() => check(headers)).toThrow(refused);
  });
});

import { expect, it } from 'vitest';
import { encodingFor } from './encoding.ts';

it.each([
  [undefined, 'identity'],
  ['', 'identity'],
  ['gzip, deflate, br, zstd', 'br'],
  ['BR', 'br'],
  ['gzip;q=1.0, br;q=0', 'gzip'],
  ['br;q=0.000, gzip; q=0', 'identity'],
  ['br;q=0.5', 'br'],
  ['brotli', 'identity'],
  ['*', 'identity'],
])('answers Accept-Encoding %j with %s', (header, encoding) => {
  expect(encodingFor(header)).toBe(encoding);
  expect(encodingFor(header)).toBe(encoding);
});

import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { encodedAnswer, readyAnswer } from './ready-answer.ts';

const content = (body: string) => ({
  status: 200,
  body: Buffer.from(body),
  contentType: 'text/html',
  cacheControl: 'no-cache',
  contentSecurityPolicy: '',
});
const LONG = 'un long texte '.repeat(200);

it('keeps every encoding, or only the requested one', async () => {
  const all = await readyAnswer(content(LONG));
  expect(all.plain.body.toString()).toBe(LONG);
  expect(brotliDecompressSync(all.br?.body ?? '').toString()).toBe(LONG);
  expect(gunzipSync(all.gzip?.body ?? '').toString()).toBe(LONG);

  const one = await encodedAnswer(content(LONG), 'gzip');
  expect(gunzipSync(one.plain.body).toString()).toBe(LONG);
  expect(one.plain.headers).toContain('gzip');
  expect([one.br, one.gzip]).toEqual([undefined, undefined]);
  expect(one.etag).toBe(all.etag);
});

it('leaves bodies uncompressed if compression saves no packet', async () => {
  const short = await encodedAnswer(content('court'), 'br');
  expect(short.plain.body.toString()).toBe('court');
  expect(short.plain.headers).not.toContain('Content-Encoding');
});

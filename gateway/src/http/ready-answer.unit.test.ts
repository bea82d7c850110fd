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

it('keeps every encoding, or the one that was asked for', async () => {
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

it('sends as it is what compression would save no packet of', async () => {
  const short = await encodedAnswer(content('court'), 'br');
  expect(short.plain.body.toString()).toBe('court');
  expect(short.plain.headers).not.toContain('Content-Encoding');
});

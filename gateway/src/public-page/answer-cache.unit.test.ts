import { expect, test, vi } from 'vitest';
import { readyAnswer } from '../http/ready-answer.ts';
import { createAnswerCache } from './answer-cache.ts';
import type { FoundPage } from './page-view.ts';

const page = { serial: 1, document: { _id: 'u1' } } as FoundPage;
const make = () =>
  readyAnswer({ status: 200, body: Buffer.from('x'), contentType: 'a', cacheControl: 'b', contentSecurityPolicy: 'c' });

test('keeps a few kinds of a page, however many are asked for, and the latest of them', async () => {
  const cache = createAnswerCache(3);
  for (let host = 0; host < 500; host += 1) await cache.get(page, `fr http://${host}.example`, make);
  const kept = Array.from({ length: 500 }, (_, host) => host).filter(
    (host) => cache.atHand(page, `fr http://${host}.example`) !== undefined,
  );
  expect(kept).toEqual([497, 498, 499]);
});

test('forgets every kind of a page that has changed', async () => {
  const cache = createAnswerCache();
  const made = vi.fn(make);
  await cache.get(page, 'fr', made);
  await cache.get(page, 'en', made);
  cache.drop(page);
  expect([cache.atHand(page, 'fr'), cache.atHand(page, 'en')]).toEqual([undefined, undefined]);
  await cache.get(page, 'fr', made);
  expect(made).toHaveBeenCalledTimes(3);
});

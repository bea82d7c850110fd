import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ownAnswers } from '../http/own-answer.ts';
import { createAnswerCache } from './answer-cache.ts';

const make = ownAnswers({ status: 200, contentType: 'a', cacheControl: 'b', contentSecurityPolicy: 'c' });
const answer = (text = 'x') => make(text, 'identity');
const idOf = (number: number) => `c${number}`;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('the answer cache', () => {
  it('returns cached answers by page and kind', () => {
    const cache = createAnswerCache();
    for (const text of ['fr', 'en']) cache.keep('a', 'u1', text, answer(`a ${text}`));
    cache.keep('b', 'u2', 'fr', answer('b fr'));
    const { etag, common } = answer('a en');
    expect(cache.find('a', 'en')).toEqual({ etag, common, own: Buffer.from('a en') });
    expect(String(cache.find('a', 'fr')?.own)).toBe('a fr');
    expect(String(cache.find('b', 'fr')?.own)).toBe('b fr');
    expect([cache.find('b', 'en'), cache.find('c', 'fr')]).toEqual([undefined, undefined]);
  });

  it('returns the latest answer of a kind', () => {
    const cache = createAnswerCache();
    for (const text of ['old', 'new']) cache.keep('a', 'u1', 'fr', answer(text));
    expect(String(cache.find('a', 'fr')?.own)).toBe('new');
    expect(cache.held.answers).toBe(1);
  });

  it('keeps only the latest few kinds of a page', () => {
    const cache = createAnswerCache({ kindsOfAPage: 3 });
    const kinds = Array.from({ length: 500 }, (_, host) => `fr http://${host}.example`);
    for (const kind of kinds) cache.keep('a', 'u1', kind, answer());
    expect(kinds.filter((kind) => cache.find('a', kind) !== undefined)).toEqual(kinds.slice(497));
  });

  it('removes every kind of a changed page under all its ids', () => {
    const cache = createAnswerCache();
    for (const id of ['a', 'former']) for (const kind of ['fr', 'en']) cache.keep(id, 'u1', kind, answer());
    cache.keep('b', 'u2', 'fr', answer());
    cache.drop('u1', ['a', 'former']);
    expect(cache.find('a', 'fr') ?? cache.find('a', 'en') ?? cache.find('former', 'fr')).toBeUndefined();
    expect(cache.find('b', 'fr')).toBeDefined();
  });

  it('removes a page whose ids are not known any more', () => {
    const cache = createAnswerCache();
    for (const [id, page] of [
      ['a', 'u1'],
      ['former', 'u1'],
      ['b', 'u2'],
    ] as const)
      cache.keep(id, page, 'fr', answer());
    cache.drop('u1', undefined);
    expect(['a', 'former', 'b'].map((id) => cache.find(id, 'fr') !== undefined)).toEqual([false, false, true]);
  });

  it('returns no answer of the former page after an id moves to another page', () => {
    const cache = createAnswerCache();
    cache.keep('a', 'u1', 'fr', answer('one'));
    cache.keep('a', 'u2', 'en', answer('two'));
    expect(cache.find('a', 'fr')).toBeUndefined();
  });

  it('never exceeds its maximum, and removes the oldest first', () => {
    const bytes = 400_000;
    const cache = createAnswerCache({ bytes, blockBytes: 20_000 });
    for (let number = 0; number < 5_000; number += 1) {
      cache.keep(idOf(number), `u${number}`, 'fr', answer('x'.repeat(100 + (number % 900))));
      expect(cache.held.bytes).toBeLessThanOrEqual(bytes);
    }
    const kept = Array.from({ length: 5_000 }, (_, number) => cache.find(idOf(number), 'fr') !== undefined);
    const first = kept.indexOf(true);
    expect(first).toBeGreaterThan(0);
    expect(kept.slice(first)).not.toContain(false);
    expect(cache.held.answers).toBe(5_000 - first);
    expect(cache.held.bytes).toBeGreaterThan(bytes * 0.8);
  });

  it('does not keep an answer that is larger than a block', () => {
    const cache = createAnswerCache({ blockBytes: 1_000 });
    cache.keep('a', 'u1', 'fr', answer('x'.repeat(1_001)));
    expect(cache.held).toEqual({ answers: 0, bytes: 0 });
  });

  it('frees all memory once a page has not been requested for a while', () => {
    const cache = createAnswerCache({ keptMs: 1_000, blockBytes: 1_000 });
    for (let number = 0; number < 20; number += 1) cache.keep(idOf(number), 'u', 'fr', answer('x'.repeat(300)));
    vi.advanceTimersByTime(999);
    expect(cache.held.answers).toBe(20);
    vi.advanceTimersByTime(1);
    expect(cache.held).toEqual({ answers: 0, bytes: 0 });
  });
});

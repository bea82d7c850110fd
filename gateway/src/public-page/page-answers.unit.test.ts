import { languagesWith } from '@volant/proto/text/languages';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { encodedAnswer } from '../http/ready-answer.ts';
import { createPageAnswers, type PageAnswers } from './page-answers.ts';
import type { PageDocument } from './page-view.ts';

/** Ids of the pages’ own cards; other cards lead to the pages. */
const OWN_IDS = ['a', 'former', 'b'];
/** Keys of the pages by their ids. */
let pages: Record<string, string>;
const find = vi.fn(async (id: string) =>
  pages[id] === undefined ? [] : [{ _id: pages[id], ids: OWN_IDS } as unknown as PageDocument],
);
const answersOf = (maxSize?: number) => createPageAnswers(find, () => [], maxSize);

const request = { headers: {}, method: 'GET' } as FastifyRequest;
const content = { status: 200, contentType: 'a', cacheControl: 'b', contentSecurityPolicy: 'c' };
let made = 0;

/** The body that is sent, which tells how many answers were made before it. */
async function ask(answers: PageAnswers, id: string, kind = 'fr', length = 0): Promise<string> {
  const end = vi.fn();
  const reply = { hijack() {}, raw: { writeHead() {}, end } } as unknown as FastifyReply;
  const make = async () => {
    made += 1;
    return encodedAnswer({ ...content, body: Buffer.from(`${made}${'x'.repeat(length)}`) }, 'identity');
  };
  await answers.send(request, reply, { id, kind, make });
  return String(end.mock.calls[0]?.[0]);
}

/** Whether the answer came from the cache. */
async function isCached(answers: PageAnswers, id: string, kind?: string): Promise<boolean> {
  const before = made;
  await ask(answers, id, kind);
  return made === before;
}

beforeEach(() => {
  pages = { a: 'u1', former: 'u1', b: 'u2' };
  made = 0;
});

describe('the answers about pages', () => {
  it('are cached by page and kind', async () => {
    const answers = answersOf();
    for (const kind of ['fr', 'en']) await ask(answers, 'a', kind);
    await ask(answers, 'b');
    expect([await ask(answers, 'a', 'fr'), await ask(answers, 'a', 'en'), await ask(answers, 'b')]).toEqual([
      '1',
      '2',
      '3',
    ]);
  });

  it('are not cached if the page is unknown', async () => {
    const answers = answersOf();
    await ask(answers, 'none');
    expect(await isCached(answers, 'none')).toBe(false);
  });

  it('are forgotten in every kind and under all ids after a change', async () => {
    const answers = answersOf();
    for (const id of ['a', 'former', 'b']) for (const kind of ['fr', 'en']) await ask(answers, id, kind);
    answers.drop('u1', ['a', 'former']);
    expect(await isCached(answers, 'b')).toBe(true);
    for (const id of ['a', 'former']) {
      for (const kind of ['fr', 'en']) expect([id, kind, await isCached(answers, id, kind)]).toEqual([id, kind, false]);
    }
  });

  it('are forgotten under the ids of other cards that lead to a changed page', async () => {
    pages = { ...pages, second: 'u1', third: 'u2' };
    const answers = answersOf();
    for (const id of ['a', 'second', 'third']) await ask(answers, id);
    answers.drop('u1', ['a', 'former']);
    expect(await isCached(answers, 'third')).toBe(true);
    expect(await isCached(answers, 'second')).toBe(false);
  });

  it('are forgotten after the ids of their page are gone', async () => {
    const answers = answersOf();
    for (const id of ['a', 'former', 'b']) await ask(answers, id);
    answers.drop('u1', undefined);
    expect(await isCached(answers, 'b')).toBe(true);
    for (const id of ['a', 'former']) expect(await isCached(answers, id)).toBe(false);
  });

  it('are not cached if a change overtakes them', async () => {
    const answers = answersOf();
    const slow = ask(answers, 'a');
    answers.drop('u1', ['a', 'former']);
    await slow;
    expect(await isCached(answers, 'a')).toBe(false);
    expect(await isCached(answers, 'a')).toBe(true);
  });

  it('are those of the present page after an id moves to another one', async () => {
    const answers = answersOf();
    await ask(answers, 'a', 'fr');
    pages.a = 'u3';
    await ask(answers, 'a', 'en');
    expect(await isCached(answers, 'a', 'fr')).toBe(false);
  });

  it('are cached in only the latest few kinds of a page', async () => {
    const answers = answersOf();
    const kinds = Array.from({ length: 500 }, (_, host) => `fr http://host-${host}.example`);
    for (const kind of kinds) await ask(answers, 'a', kind);
    for (const kind of kinds.slice(-9 * languagesWith('page').length))
      expect(await isCached(answers, 'a', kind)).toBe(true);
    expect(await isCached(answers, 'a', kinds[0])).toBe(false);
  });

  it('make room for new ones, the least recently used first', async () => {
    pages = Object.fromEntries(Array.from({ length: 10 }, (_, number) => [`c${number}`, `u${number}`]));
    const answers = answersOf(10_000);
    for (const id of ['c0', 'c1', 'c2', 'c0', 'c3', 'c4']) await ask(answers, id, 'fr', 1_000);
    expect(await isCached(answers, 'c0')).toBe(true);
    expect(await isCached(answers, 'c4')).toBe(true);
    expect(await isCached(answers, 'c1')).toBe(false);
  });
});

import { expect, it } from 'vitest';
import type { Scope } from './counted-events.ts';
import { GatheredPages } from './gathered-pages.ts';

interface Asked {
  readonly scope: Scope;
  readonly period: string;
}

const asked = (pageUid: string, period = 'WEEK', scope: Partial<Scope> = {}): Asked => ({
  scope: { pageUid, tenure: 1, withoutOwner: false, ...scope },
  period,
});

interface Held {
  readonly kind: string;
  readonly pages: readonly string[];
  readonly end: (error?: Error) => void;
}

/** Statements that wait until they are let go, in the order they were begun. */
function heldStatements() {
  const held: Held[] = [];
  const pages = new GatheredPages();
  const statementOf = (kind: string) =>
    pages.kind<Asked, string>(
      ({ period }) => period,
      (alike) =>
        new Promise((resolve, reject) => {
          const answers = alike.map(({ scope, period }) => `${kind} ${scope.pageUid} ${period} ${scope.tenure}`);
          const end = (error?: Error) => (error === undefined ? resolve(answers) : reject(error));
          held.push({ kind, pages: alike.map(({ scope }) => scope.pageUid), end });
        }),
    );
  const begun = (count: number) => expect.poll(() => held.length).toBe(count);
  return { held, begun, count: statementOf('count'), list: statementOf('list') };
}

it('asks for pages together that come while statements are under way, each kind by itself', async () => {
  const { held, begun, count, list } = heldStatements();
  const first = count(asked('1'));
  await begun(1);
  const answers = [
    count(asked('2')),
    list(asked('3')),
    count(asked('4', 'YEAR')),
    count(asked('5', 'WEEK', { tenure: 2 })),
    count(asked('6', 'WEEK', { tenure: 'all' })),
    count(asked('7', 'WEEK', { withoutOwner: true })),
    list(asked('8')),
    count(asked('9', 'YEAR')),
  ];
  held[0]?.end();
  expect(await first).toBe('count 1 WEEK 1');
  // They do not wait for each other.
  await begun(6);
  for (const { end } of held.slice(1)) end();
  expect(await Promise.all(answers)).toEqual([
    'count 2 WEEK 1',
    'list 3 WEEK 1',
    'count 4 YEAR 1',
    'count 5 WEEK 2',
    'count 6 WEEK all',
    'count 7 WEEK 1',
    'list 8 WEEK 1',
    'count 9 YEAR 1',
  ]);
  expect(
    held
      .slice(1)
      .map(({ kind, pages }) => `${kind} ${pages}`)
      .sort(),
  ).toEqual(['count 2,5', 'count 4,9', 'count 6', 'count 7', 'list 3,8']);
});

it('takes along what follows from an answer', async () => {
  const { held, begun, count, list } = heldStatements();
  const report = count(asked('1')).then(() => list(asked('1')));
  await begun(1);
  const waiting = count(asked('2'));
  held[0]?.end();
  await begun(3);
  for (const { end } of held.slice(1)) end();
  expect(await Promise.all([report, waiting])).toEqual(['list 1 WEEK 1', 'count 2 WEEK 1']);
});

it('refuses those whose statement fails, and nobody else', async () => {
  const { held, begun, count, list } = heldStatements();
  const first = count(asked('1')).catch((error: Error) => error.message);
  const beside = list(asked('1'));
  await begun(2);
  held.find(({ kind }) => kind === 'count')?.end(new Error('away'));
  held.find(({ kind }) => kind === 'list')?.end();
  expect(await first).toBe('away');
  expect(await beside).toBe('list 1 WEEK 1');
  const next = count(asked('1'));
  await begun(3);
  held[2]?.end();
  expect(await next).toBe('count 1 WEEK 1');
});

import { expect, it } from 'vitest';
import type { Scope } from './counted-events.ts';
import { gatherPages } from './gathered-pages.ts';

interface Asked {
  readonly scope: Scope;
  readonly period: string;
}

const asked = (pageUid: string, period = 'WEEK', scope: Partial<Scope> = {}): Asked => ({
  scope: { pageUid, tenure: 1, withoutOwner: false, ...scope },
  period,
});

/** Statements that wait until they are let go, in the order they were begun. */
function heldStatements() {
  const held: { readonly pages: readonly string[]; readonly end: (error?: Error) => void }[] = [];
  const read = gatherPages<Asked, string>(
    ({ period }) => period,
    (alike) =>
      new Promise((resolve, reject) => {
        held.push({
          pages: alike.map(({ scope }) => scope.pageUid),
          end: (error) =>
            error === undefined
              ? resolve(alike.map(({ scope, period }) => `${scope.pageUid} ${period} ${scope.tenure}`))
              : reject(error),
        });
      }),
  );
  return { held, read };
}

it('asks for pages together that come while a statement is under way, each kind by itself', async () => {
  const { held, read } = heldStatements();
  const answers = [
    asked('1'),
    asked('2'),
    asked('3', 'YEAR'),
    asked('4', 'WEEK', { tenure: 2 }),
    asked('5', 'WEEK', { tenure: 'all' }),
    asked('6', 'WEEK', { withoutOwner: true }),
    asked('7', 'YEAR'),
  ].map(read);
  expect(held.map(({ pages }) => pages)).toEqual([['1']]);
  held[0]?.end();
  // The kinds do not wait for each other.
  await expect.poll(() => held.length).toBe(5);
  for (const { end } of held.slice(1)) end();
  expect(await Promise.all(answers)).toEqual([
    '1 WEEK 1',
    '2 WEEK 1',
    '3 YEAR 1',
    '4 WEEK 2',
    '5 WEEK all',
    '6 WEEK 1',
    '7 YEAR 1',
  ]);
  expect(held.map(({ pages }) => pages)).toEqual([['1'], ['2', '4'], ['3', '7'], ['5'], ['6']]);
});

it('refuses those whose statement fails, and nobody who comes later', async () => {
  const { held, read } = heldStatements();
  const first = read(asked('1')).catch((error: Error) => error.message);
  held[0]?.end(new Error('away'));
  expect(await first).toBe('away');
  const next = read(asked('1'));
  held[1]?.end();
  expect(await next).toBe('1 WEEK 1');
});

import { expect, it } from 'vitest';
import type { FoldedMonth } from '../rollups/folded-months.ts';
import { foldedParams } from './counted-events.ts';

const month = (number: number, until: string): FoldedMonth => ({ month: number, number, rollup: number, until });
const folded = {
  until: '2026-11-16',
  months: [
    month(202608, '2026-09-01'),
    month(202609, '2026-10-01'),
    month(202610, '2026-11-01'),
    month(202611, '2026-11-16'),
  ],
};

it.each([
  [undefined, [202608, 202609, 202610, 202611]],
  ['2026-08-30', [202608, 202609, 202610, 202611]],
  ['2026-08-31', [202609, 202610, 202611]],
  ['2026-11-14', [202611]],
  ['2026-11-15', []],
])('reads for days after %s only the rollups that contain one', (after, rollups) => {
  expect(foldedParams(folded, after)).toEqual({ openFrom: '2026-11-16', rollups });
});

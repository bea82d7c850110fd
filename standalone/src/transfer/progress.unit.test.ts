import { expect, it } from 'vitest';
import { NumberSet } from './number-set.ts';
import { Progress, tableOf } from './progress.ts';

it('tableOf aligns counts in columns', () => {
  const rows = [
    { name: 'commits of pages', counts: [1_234_567, 9] },
    { name: 'pictures', counts: [0, 12] },
  ];
  expect(tableOf(['here', 'there'], rows)).toBe(
    [
      '                       here  there',
      'commits of pages  1,234,567      9',
      'pictures                  0     12',
    ].join('\n'),
  );
});

it('Progress reports no more often than its interval', () => {
  const lines: string[] = [];
  const often = new Progress((line) => lines.push(line), 0);
  often.begin();
  often.at('pictures', 1_000, 2_000);
  often.at('events', 7, undefined);
  const seldom = new Progress((line) => lines.push(line), 60_000);
  seldom.begin();
  seldom.at('pictures', 1, 2);
  expect(lines).toEqual(['pictures: 1,000 of 2,000', 'events: 7']);
});

it('NumberSet holds each number once', () => {
  const numbers = new NumberSet();
  const held = [0, 7, 8, 31, 32, 8_191, 8_192, 1_000_000, 7];
  for (const number of held) {
    numbers.add(number);
    expect(numbers.has(number)).toBe(true);
  }
  expect(numbers.size).toBe(new Set(held).size);
  for (const number of [1, 6, 9, 33, 8_190, 999_999, 50_000_000]) expect(numbers.has(number)).toBe(false);
});

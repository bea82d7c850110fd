import { describe, expect, it } from 'vitest';
import { median, percentile } from './statistics.ts';
import { tableOf } from './table.ts';

describe('the table of figures', () => {
  it('has a column for each variant of the product, and marks figures that are met, missed and not measured', () => {
    const rows = [
      {
        name: 'a rate',
        goal: '≥ 0.40',
        figures: { embedded: { text: '0.34', met: false }, servers: { text: '0.41', met: true } },
      },
      { name: 'a time', goal: '≤ 2 s', figures: { embedded: { text: '0.5 s', met: true } } },
    ];
    expect(tableOf([{ name: 'growth', goal: '–', figures: { embedded: { text: '1.1 ×' } } }], ['embedded'])).toBe(
      ['        goal  embedded', 'growth  –     1.1 ×'].join('\n'),
    );
    expect(tableOf(rows, ['embedded', 'servers']).split('\n')).toEqual([
      '        goal    embedded     servers',
      'a rate  ≥ 0.40  0.34 MISSED  0.41 met',
      'a time  ≤ 2 s   0.5 s met    –',
    ]);
  });
});

describe('percentile', () => {
  it('takes the smallest value that this share of all values does not exceed', () => {
    const values = Array.from({ length: 100 }, (_, i) => 100 - i);
    expect(percentile(values, 0.95)).toBe(95);
    expect(percentile(values, 1)).toBe(100);
    expect(median([3, 1, 2])).toBe(2);
    expect(median([])).toBeNaN();
  });
});

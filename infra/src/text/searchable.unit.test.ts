import { expect, it } from 'vitest';
import { LONGEST_SEARCH, searchable, searchWanted } from './searchable.ts';

it('finds a text without regard to case and accents', () => {
  expect(searchable('Zoé ŒUVRÉ\nﬁn')).toBe('zoe œuvre\nfin');
  expect(searchWanted('  ZOE\u0301\tŒuvre\n')).toBe('zoe œuvre');
});

it('searches for nothing where nothing was typed', () => {
  for (const nothing of [undefined, null, '', ' \n ']) expect(searchWanted(nothing)).toBe('');
});

it('refuses a search that is longer than anybody types', () => {
  expect(searchWanted('é'.repeat(LONGEST_SEARCH))).toBe('e'.repeat(LONGEST_SEARCH));
  expect(() => searchWanted('x'.repeat(LONGEST_SEARCH + 1))).toThrowError(
    expect.objectContaining({ code: 'VALIDATION_FAILED', parameters: { field: 'search' } }),
  );
});

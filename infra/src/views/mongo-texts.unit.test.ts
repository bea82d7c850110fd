import { Query } from 'mingo';
import { describe, expect, it } from 'vitest';
import { gramsOfTexts, mongoFilter } from './mongo-texts.ts';
import type { ViewFilter } from './view-store.ts';

const TEXTS = ['text'];
const LONG = 'Chauffeur privé à Lyon, aéroports et gares, devis en ligne (24h/24) [*] sur www.exemple.fr';
const DOCUMENTS: readonly {
  readonly _id: string;
  readonly text?: unknown;
  readonly state?: string;
  readonly tags?: readonly string[];
}[] = [
  { _id: 'lines', text: 'ada\ngare de lyon', state: 'ACTIVE' },
  { _id: 'marks', text: 'a.c*e+g?i^k$m{o}q(s)u|w[y]z\\', state: 'NEW' },
  { _id: 'same pieces', text: 'abc bcd', state: 'NEW' },
  { _id: 'long', text: LONG, state: 'ACTIVE' },
  { _id: 'repeated', text: 'aaaaaaa' },
  { _id: 'short', text: 'ab', tags: ['x', 'y'] },
  { _id: 'empty', text: '' },
  { _id: 'number', text: 12345 },
  { _id: 'none' },
];

/** Simulates a database with these operators on the stored documents. */
function database(): (filter: ViewFilter) => readonly string[] {
  const stored = DOCUMENTS.map((document) => ({ ...document, ...gramsOfTexts(document, TEXTS) }));
  return (filter) => {
    const query = new Query<Record<string, unknown>>({ ...mongoFilter(filter, TEXTS) });
    return stored.filter((document) => query.test(document)).map(({ _id }) => _id);
  };
}

const asWritten = (part: string) =>
  DOCUMENTS.filter(({ text }) => typeof text === 'string' && text.includes(part)).map(({ _id }) => _id);

describe('a search for a part of a text', () => {
  const texts = DOCUMENTS.flatMap(({ text }) => (typeof text === 'string' ? [text] : []));
  const parts = texts.flatMap((text) =>
    [1, 3, 4, 40].flatMap((length) =>
      Array.from({ length: Math.max(0, text.length - length + 1) }, (_, at) => text.slice(at, at + length)),
    ),
  );

  it('finds exactly the texts that contain the part literally', () => {
    const found = database();
    for (const part of new Set([...parts, '', 'abcd', 'a\ng', 'gares, devis en lignes', 'aaaaaaaa', '123', 'ADA'])) {
      expect([part, found({ text: { $contains: part } })]).toEqual([part, asWritten(part)]);
    }
  });

  it('works within other conditions', () => {
    const found = database();
    const part = { text: { $contains: 'gare' } };
    expect(found({ ...part, state: 'ACTIVE' })).toEqual(['lines', 'long']);
    expect(found({ $and: [{ state: 'ACTIVE' }, { text: { $contains: 'ada' } }] })).toEqual(['lines']);
    expect(found({ $or: [part, { state: 'NEW' }] })).toEqual(['lines', 'marks', 'same pieces', 'long']);
    expect(found({ $or: [{ $and: [part, { state: 'NEW' }] }, { text: null }] })).toEqual(['none']);
    expect(found({ state: { $in: ['NEW', 'CLOSED'] }, _id: { $gt: 'n' } })).toEqual(['same pieces']);
    expect(found({ state: { $contains: 'CTI' } })).toEqual(['lines', 'long']);
    expect(found({ state: 'N' })).toEqual([]);
    expect(found({ tags: ['x', 'y'] })).toEqual(['short']);
  });

  it('uses the index with few grams for parts of any length', () => {
    const piecesOf = (filter: ViewFilter) =>
      (mongoFilter(filter, TEXTS) as { '_grams.text'?: { $all: readonly string[] } })['_grams.text']?.$all;
    expect(piecesOf({ text: { $contains: 'gar' } })).toEqual(['gar']);
    expect(piecesOf({ text: { $contains: 'gare' } })).toEqual(['gar', 'are']);
    for (const part of [LONG, LONG.slice(0, 14), LONG.slice(0, 15), LONG.slice(0, 38), LONG.slice(0, 39)]) {
      const pieces = piecesOf({ text: { $contains: part } }) ?? [];
      expect([part, pieces.length <= 12, pieces.length > 5]).toEqual([part, true, true]);
    }
    expect(piecesOf({ text: { $contains: 'ga' } })).toBeUndefined();
    expect(piecesOf({ state: { $contains: 'ACTIVE' } })).toBeUndefined();
  });

  it('stores no grams in a view without searched texts', () => {
    expect(gramsOfTexts({ _id: 'a', text: 'gare' }, [])).toEqual({});
  });
});

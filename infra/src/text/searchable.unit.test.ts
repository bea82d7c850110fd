import { LONGEST_SEARCH } from '@volant/proto/text/lengths';
import { expect, it } from 'vitest';
import { searchable, searchTerms } from './searchable.ts';

it.each([
  ['Zoé ŒUVRÉ\nﬁn', 'zoe oeuvre\nfin'],
  ['Straße STRAẞE', 'strasse strasse'],
  ['Łukasz Øyvind Đorđe', 'lukasz oyvind dorde'],
  ['Ægir Þór Guðrún', 'aegir thor gudrun'],
  ['Işıl İstanbul ISIL', 'isil istanbul isil'],
  ['Ħamrun ĳsberg ſoon Ǿ', 'hamrun ijsberg soon o'],
  ['L’Étoile – “Nuit”', 'l\'etoile - "nuit"'],
  ['ＴＡＸＩ\u3000①', 'taxi 1'],
  ['Ёлка Οδυσσεύς ΟΔΥΣΣΕΥΣ', 'елка οδυσσευσ οδυσσευσ'],
  ['Soft\u00adhyphen\u200b zero\u200dwidth', 'softhyphen zerowidth'],
  ['東京 Москва ٣', '東京 москва ٣'],
])('folds %j to %j', (text, folded) => {
  expect(searchable(text)).toBe(folded);
  expect(searchable(folded)).toBe(folded);
});

it('ignores invisible characters in a search', () => {
  expect(searchTerms('  ZOE\u0301\tŒuvre\n')).toEqual(['zoe oeuvre']);
  expect(searchTerms('\u202a06\u00a012\u202c\u200b')).toEqual(['06 12']);
});

it.each([
  ['https://volant.example/d/Abc23.html?s=qr', 'abc23'],
  ['volant.example/d/abc23/', 'abc23'],
  ['<Demo-Berline>', 'demo-berline'],
  ['“Demo-Berline”,', 'demo-berline'],
  ['Identifiant : Abc23', 'abc23'],
  ['abcd efgh ijkm npqr stuv wxyz', 'abcdefghijkmnpqrstuvwxyz'],
  ['“Salon Démo”', 'salon demo'],
  ['« Salon Démo »', 'salon demo'],
  ['"Salon', 'salon'],
  ['"', '"'],
  ['mailto:Zoe@exemple.fr?subject=Course', 'zoe@exemple.fr'],
  ['Zoé Démo <zoe@exemple.fr>,', 'zoe@exemple.fr'],
  ['(zoe@exemple.fr)', 'zoe@exemple.fr'],
  ['zoe@exemple.fr,', 'zoe@exemple.fr'],
  ['zoe@exemple.', 'zoe@exemple.'],
  ['note zoe@exemple.fr', 'note zoe@exemple.fr'],
  ['<zoe@', '<zoe@'],
  ['zoe@', 'zoe@'],
])('finds what is meant by %j', (pasted, expected) => expect(searchTerms(pasted)).toEqual([expected]));

it.each([
  ['Zoé Démo <zoe@exemple.fr>, Ana <Ana@exemple.fr>', ['zoe@exemple.fr', 'ana@exemple.fr']],
  ['zoe@exemple.fr ana@exemple.fr', ['zoe@exemple.fr', 'ana@exemple.fr']],
  ['zoe@exemple.fr; mailto:ana@exemple.fr', ['zoe@exemple.fr', 'ana@exemple.fr']],
  ['zoe@exemple.fr <Zoe@exemple.fr>', ['zoe@exemple.fr']],
  ['abcdefghijkmnpqrstuvwxyz\nzyxwvutsrqpnmkjihgfedcba', ['abcdefghijkmnpqrstuvwxyz', 'zyxwvutsrqpnmkjihgfedcba']],
  ['volant.example/d/Abc23\tvolant.example/d/Demo-Berline', ['abc23', 'demo-berline']],
])('finds each of several in %j', (pasted, expected) => expect(searchTerms(pasted)).toEqual(expected));

it('costs little for the longest text', () => {
  for (const unit of ['ø', 'ß’', '\ufdfa', '\u0301']) {
    const before = process.cpuUsage();
    searchable(unit.repeat(65_536));
    const { user, system } = process.cpuUsage(before);
    expect((user + system) / 1000).toBeLessThan(2_000);
  }
});

it('returns an empty search for empty input', () => {
  for (const nothing of [undefined, null, '', ' \n ']) expect(searchTerms(nothing)).toEqual([]);
});

it('refuses a search that is too long', () => {
  expect(searchTerms('é'.repeat(LONGEST_SEARCH))).toEqual(['e'.repeat(LONGEST_SEARCH)]);
  expect(() => searchTerms('x'.repeat(LONGEST_SEARCH + 1))).toThrowError(
    expect.objectContaining({ code: 'VALIDATION_FAILED', parameters: { field: 'search', limit: LONGEST_SEARCH } }),
  );
});

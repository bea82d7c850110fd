import { languagesWith } from '@volant/proto/text/languages';
import { expect, it } from 'vitest';
import { labelFor, labelIn, tradeItemOf } from './page-items.ts';
import { TRADE_ITEMS } from './trade-items.ts';

it('an item is known by its label in every language, and no label means two items', () => {
  for (const language of languagesWith('items')) {
    for (const item of TRADE_ITEMS) expect(tradeItemOf(` ${labelIn(language, item)} `)).toBe(item);
  }
});

it('a label is shown in the language of the reader, a text of the driver as it is', () => {
  expect(['Siège enfant', 'Child seat', 'Mon tarif'].map(labelFor('en'))).toEqual([
    'Child seat',
    'Child seat',
    'Mon tarif',
  ]);
  expect(labelFor('fr')('Hours')).toBe('Horaires');
});

import { expect, it } from 'vitest';
import { fieldLabel } from './field-label.ts';

it.each([
  ['blocks.phone', '«\u00a0Téléphone\u00a0»', '“Phone”'],
  ['blocksJson.bio', '«\u00a0Présentation\u00a0»', '“About you”'],
  ['input.ownerUserId', '«\u00a0Propriétaire\u00a0»', '“Owner”'],
  ['displayName', '«\u00a0Titre de la page\u00a0»', '“Display name”'],
  ['blocks.customFields.7', 'l’élément (n°\u00a08)', 'item (no.\u00a08)'],
  [
    'blocks.customFields.7.value',
    '«\u00a0Valeur ou lien\u00a0» de l’élément (n°\u00a08)',
    '“Value or link” of item (no.\u00a08)',
  ],
  ['blocks.customFields.7.onclick', 'l’élément (n°\u00a08)', 'item (no.\u00a08)'],
  ['blocks.unknown', '«\u00a0blocks.unknown\u00a0»', '“blocks.unknown”'],
  ['toString', '«\u00a0toString\u00a0»', '“toString”'],
])('names %s by its label', (path, fr, en) => {
  expect([fieldLabel(path, 'fr'), fieldLabel(path, 'en')]).toEqual([fr, en]);
});

it('includes the driver’s name for the item', () => {
  expect(fieldLabel('blocks.customFields.0.name', 'fr', 'Avis Google')).toBe(
    '«\u00a0Nom\u00a0» de l’élément «\u00a0Avis Google\u00a0» (n°\u00a01)',
  );
  expect(fieldLabel('blocksJson.customFields.0.value', 'en', 'Reviews')).toBe(
    '“Value or link” of item “Reviews” (no.\u00a01)',
  );
});

import { type Language, languagesWith } from '@volant/proto/text/languages';
import type french from './texts/items.fr.json';
import { itemLabels } from './trade-items.ts';

const catalogues = import.meta.glob<typeof french>('./texts/items.*.json', { eager: true, import: 'default' });

/** For pages: labels of all languages, because a driver and a passenger may read different ones. */
export const { tradeItemOf, labelIn, labelFor } = itemLabels(
  Object.fromEntries(
    languagesWith('items').map((language) => [language, catalogues[`./texts/items.${language}.json`]]),
  ) as Record<Language, typeof french>,
);

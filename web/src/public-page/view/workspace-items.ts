import en from './texts/items.en.json';
import fr from './texts/items.fr.json';
import { itemLabels } from './trade-items.ts';

/** For the editor and its preview: labels of the languages that drivers work in, which offer no others. */
export const { tradeItemOf, labelIn, labelFor } = itemLabels({ fr, en });

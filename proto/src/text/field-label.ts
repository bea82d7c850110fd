import type fields from '../texts/fields.fr.json';
import { catalogues, filled } from './catalogues.ts';
import { fieldPath } from './field-path.ts';
import type { Language } from './languages.ts';

const TEXTS = await catalogues<typeof fields>(
  'fields',
  (language) => import(`../texts/fields.${language}.json`, { with: { type: 'json' } }),
);

/**
 * Label of a field in quotes, as the screens show it; its path in quotes if no screen shows the field.
 * @param item the driver's name for the item that contains the field
 */
export function fieldLabel(path: string, language: Language, item = ''): string {
  const known = fieldPath(path);
  const { labels, quoted, item: unnamed, itemNamed, partOf } = TEXTS[language];
  const quote = (text: string) => filled(quoted, { text });
  const labelled = (key: string) =>
    Object.hasOwn(labels, key) ? (labels as Readonly<Record<string, string>>)[key] : undefined;
  const [, index, part = ''] = /^blocks\.customFields\.(\d{1,3})(?:\.(\w+))?$/.exec(known) ?? [];
  if (index === undefined) return quote(labelled(known) ?? path);
  const number = Number(index) + 1;
  const whole = item === '' ? filled(unnamed, { number }) : filled(itemNamed, { name: quote(item), number });
  const label = labelled(`item.${part}`);
  return label === undefined ? whole : filled(partOf, { part: quote(label), whole });
}

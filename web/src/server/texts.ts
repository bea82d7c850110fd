import { DEFAULT_LANGUAGE, type Language, languagesWith } from '@volant/proto/text/languages';
import type { Screen } from '../app/screen.ts';
import type { TextKey } from '../i18n/text-key.ts';
import type { Texts } from '../i18n/texts.ts';
import type document from './texts/document.fr.json';

/** Texts of the client, and those that only its documents contain. */
type ServerTexts = Texts & typeof document;

const catalogues = import.meta.glob<object>(['../i18n/texts/*.json', './texts/*.json'], {
  eager: true,
  import: 'default',
});

function textsIn(language: Language): object {
  const own = Object.entries(catalogues).filter(([name]) => name.endsWith(`.${language}.json`));
  return Object.assign({}, ...own.map(([, texts]) => texts));
}

/** All texts of each language; French ones in areas that a language lacks. */
export const dictionaries = Object.fromEntries(
  languagesWith().map((language) => [language, { ...textsIn(DEFAULT_LANGUAGE), ...textsIn(language) }]),
) as Readonly<Record<Language, ServerTexts>>;

/** The text of a key. */
export function textOf(language: Language, key: TextKey): string {
  const found = key
    .split('.')
    .reduce<unknown>((texts, name) => (texts as Record<string, unknown>)[name], dictionaries[language]);
  return String(found);
}

/** What search engines and other sites say of a screen; the same of all that are not indexed. */
export function descriptionOf({ description }: Pick<Screen, 'description'>, language: Language): string {
  return description === undefined ? dictionaries[language].document.description : textOf(language, description);
}

import { DEFAULT_LANGUAGE, type Language, languagesWith } from '@volant/proto/text/languages';
import type { Texts } from '../i18n/texts.ts';
import type descriptions from './texts/descriptions.fr.json';
import type document from './texts/document.fr.json';

/** Texts of the client, and those that only its documents contain. */
type ServerTexts = Texts & typeof document & typeof descriptions;

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

/** What search engines and other sites say of the page at this path; the same of all that are not indexed. */
export function descriptionOf(path: string, language: Language): string {
  const { descriptions, document } = dictionaries[language];
  const own: Readonly<Record<string, string>> = descriptions;
  return own[path] ?? document.description;
}

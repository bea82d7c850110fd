import {
  type Area,
  DEFAULT_LANGUAGE,
  isLanguage,
  LANGUAGES,
  type Language,
  languagesWith,
} from '@volant/proto/text/languages';
import { readText, writeText } from '../browser/storage.ts';

const KEY = 'language';

/** The language in the address of the document, read before the router changes it. */
const linked = typeof location === 'undefined' ? null : new URLSearchParams(location.search).get('lang');

/**
 * The language for texts of these areas: the chosen one, else the one that the document's address names, else French,
 * regardless of the browser's languages.
 */
export function languageFor(areas: readonly Area[], chosen: unknown = readText('local', KEY)): Language {
  const spoken = languagesWith(...areas);
  return [chosen, linked].filter(isLanguage).find((wish) => spoken.includes(wish)) ?? DEFAULT_LANGUAGE;
}

/** The language of the texts on the screen, as the document declares it. */
export function shownLanguage(): Language {
  const { lang } = document.documentElement;
  return isLanguage(lang) ? lang : DEFAULT_LANGUAGE;
}

export function rememberLanguage(language: Language): void {
  writeText('local', KEY, language);
}

export function declareLanguage(language: Language): void {
  document.documentElement.lang = language;
  document.documentElement.dir = LANGUAGES[language].dir;
}

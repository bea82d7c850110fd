import { DEFAULT_LANGUAGE, isLanguage, LANGUAGES, type Language } from '@volant/proto/text/languages';
import { readText, writeText } from '../browser/storage.ts';

const KEY = 'language';

/** The chosen language. French by default, regardless of the browser's languages. */
export function chosenLanguage(): Language {
  const stored = readText('local', KEY);
  return isLanguage(stored) ? stored : DEFAULT_LANGUAGE;
}

export function rememberLanguage(language: Language): void {
  writeText('local', KEY, language);
}

/** Declares the language and direction of the document. */
export function declareLanguage(language: Language): void {
  document.documentElement.lang = language;
  document.documentElement.dir = LANGUAGES[language].dir;
}

import { LANGUAGES, type Language, languagesWith } from '@volant/proto/text/languages';

/** Languages that letters are written in, with their names. */
export const LETTER_LANGUAGES: readonly (readonly [language: Language, name: string])[] = languagesWith('mails').map(
  (language) => [language, LANGUAGES[language].name],
);

import { LANGUAGES, type Language, languagesWith } from '@volant/proto/text/languages';

/** Languages that mails are written in, with their names. */
export const MAIL_LANGUAGES: readonly (readonly [language: Language, name: string])[] = languagesWith('mails').map(
  (language) => [language, LANGUAGES[language].name],
);

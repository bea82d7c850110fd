/** Catalogues that passengers need: the public page, the screens of other cards, the report of a page, and refusals. */
const FOR_VISITORS = [
  'page',
  'ride',
  'again',
  'passenger',
  'items',
  'document',
  'unreachable',
  'common',
  'card',
  'refusals',
  'fields',
] as const;

export const EVERYTHING = [
  ...FOR_VISITORS,
  ...(['errors', 'reading', 'privacy', 'refund', 'terms'] as const),
  ...([
    'access',
    'credentials',
    'claiming',
    'editing',
    'pages',
    'voucher',
    'account',
    'support',
    'admin',
    'adminPages',
    'adminSettings',
  ] as const),
  ...(['mails', 'reasons', 'workbook', 'mailbox'] as const),
] as const;

/**
 * A catalogue is the file `texts/<area>.<language>.json` of the package that shows its texts. The short ones of the server
 * are one file beside their use, `<area>.json`, with all languages of each text. Refusals stand beside their feature, as
 * `errors`; languages for visitors have one catalogue of them, `refusals`.
 */
export type Area = (typeof EVERYTHING)[number] | 'story';

interface Described {
  /** The language's name in itself. */
  readonly name: string;
  /** Locale of dates and numbers. */
  readonly locale: string;
  readonly dir: 'ltr' | 'rtl';
  /** Areas with a catalogue in this language; French replaces the others. */
  readonly areas: readonly Area[];
}

/** All languages. To add one, add a line here and its catalogues; `npm run check` names missing ones. */
const DESCRIBED = {
  fr: { name: 'Français', locale: 'fr-FR', dir: 'ltr', areas: [...EVERYTHING, 'story'] },
  en: { name: 'English', locale: 'en-GB', dir: 'ltr', areas: EVERYTHING },
  de: { name: 'Deutsch', locale: 'de-DE', dir: 'ltr', areas: FOR_VISITORS },
  es: { name: 'Español', locale: 'es-ES', dir: 'ltr', areas: FOR_VISITORS },
  it: { name: 'Italiano', locale: 'it-IT', dir: 'ltr', areas: FOR_VISITORS },
  pt: { name: 'Português', locale: 'pt-PT', dir: 'ltr', areas: FOR_VISITORS },
  nl: { name: 'Nederlands', locale: 'nl-NL', dir: 'ltr', areas: FOR_VISITORS },
  ar: { name: 'العربية', locale: 'ar-AE', dir: 'rtl', areas: FOR_VISITORS },
} satisfies Record<string, Described>;

export type Language = keyof typeof DESCRIBED;

export const LANGUAGES: Readonly<Record<Language, Described>> = DESCRIBED;
export const DEFAULT_LANGUAGE = 'fr' satisfies Language;

export function isLanguage(value: unknown): value is Language {
  return typeof value === 'string' && Object.hasOwn(LANGUAGES, value);
}

/** The languages with a catalogue in all these areas. */
export function languagesWith(...areas: readonly Area[]): readonly Language[] {
  return (Object.keys(LANGUAGES) as Language[]).filter((language) => hasAreas(language, areas));
}

/** The requested language if it has a catalogue in all these areas, otherwise French. */
export function spoken(requested: Language, ...areas: readonly Area[]): Language {
  return hasAreas(requested, areas) ? requested : DEFAULT_LANGUAGE;
}

function hasAreas(language: Language, areas: readonly Area[]): boolean {
  return areas.every((area) => LANGUAGES[language].areas.includes(area));
}

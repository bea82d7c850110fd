import { type Area, DEFAULT_LANGUAGE, type Language, languagesWith } from './languages.ts';

type Load<T> = (language: Language) => Promise<{ readonly default: T }>;

/**
 * Loads the catalogues of an area, each below its language; French replaces missing ones.
 * @param load imports a catalogue by a path with the language in it, which bundlers resolve to all its files
 */
export async function catalogues<T>(area: Area, load: Load<T>): Promise<Readonly<Record<Language, T>>> {
  const french = (await load(DEFAULT_LANGUAGE)).default;
  const own = new Map<Language, T>();
  for (const language of languagesWith(area)) own.set(language, (await load(language)).default);
  return Object.fromEntries(languagesWith().map((language) => [language, own.get(language) ?? french])) as Readonly<
    Record<Language, T>
  >;
}

/** A text in French and in further languages; `{name}` stands for a parameter. */
export type InLanguages<T = string> = Readonly<Record<typeof DEFAULT_LANGUAGE, T> & Partial<Record<Language, T>>>;

/** The text in the language, or in French. */
export function textOf<T>(texts: InLanguages<T>, language: Language): T {
  return texts[language] ?? texts[DEFAULT_LANGUAGE];
}

/** Replaces `{name}` in a text of a catalogue. */
export function filled(text: string, values: Readonly<Record<string, string | number | undefined>>): string {
  return text.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ''));
}

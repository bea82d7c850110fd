import { type Area, DEFAULT_LANGUAGE, type Language, languagesWith } from './languages.ts';

export type Load<T> = (language: Language) => Promise<{ readonly default: T }>;

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

/** Replaces `{name}` in a text of a catalogue. */
export function filled(text: string, values: Readonly<Record<string, string | number | undefined>>): string {
  return text.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ''));
}

import type { InLanguages } from '@volant/proto/text/catalogues';
import { type Language, languagesWith } from '@volant/proto/text/languages';

interface Refusal {
  /** HTTP status. */
  readonly status: number;
  /** The field, if the error always concerns the same one. */
  readonly field?: string;
}

export type ErrorDescription = Refusal & InLanguages;
export type ErrorCatalogue = Readonly<Record<string, ErrorDescription>>;

/** Texts in the languages for visitors, which have some codes of the whole product in one catalogue. */
const FOR_VISITORS = await Promise.all(
  languagesWith('refusals')
    .filter((language) => !languagesWith('errors').includes(language))
    .map(async (language): Promise<readonly [Language, Readonly<Record<string, string>>]> => {
      const { default: texts } = await import(`../texts/refusals.${language}.json`, { with: { type: 'json' } });
      return [language, texts];
    }),
);

/**
 * Adds to each code its texts: those given, and those of languages for visitors.
 * @param general a code whose texts are used for codes that have none
 */
export function errorCatalogue<Code extends string>(
  codes: Readonly<Record<Code, Refusal>>,
  texts: Readonly<Record<string, InLanguages>>,
  general = '',
): Readonly<Record<Code, ErrorDescription>> {
  const described = Object.entries<Refusal>(codes).map(([code, refusal]) => {
    const own = texts[code] ?? texts[general];
    if (own === undefined) throw new Error(`${code} has no text`);
    const further = FOR_VISITORS.flatMap(([language, known]) => {
      const text = known[code] ?? known[general];
      return text === undefined ? [] : [[language, text]];
    });
    return [code, { ...refusal, ...own, ...Object.fromEntries(further) }];
  });
  return Object.fromEntries(described);
}

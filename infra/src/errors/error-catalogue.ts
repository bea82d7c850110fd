import type { Load } from '@volant/proto/text/catalogues';
import { DEFAULT_LANGUAGE, LANGUAGES, type Language, languagesWith } from '@volant/proto/text/languages';

interface Refusal {
  /** HTTP status. */
  readonly status: number;
  /** The field, if the error always concerns the same one. */
  readonly field?: string;
}

/** A text in French and in further languages; `{name}` stands for a parameter. */
type Texts = Readonly<Record<typeof DEFAULT_LANGUAGE, string> & Partial<Record<Language, string>>>;

export type ErrorDescription = Refusal & Texts;
export type ErrorCatalogue = Readonly<Record<string, ErrorDescription>>;

type Catalogue = Readonly<Record<string, string>>;

/**
 * Adds to each code its texts.
 * @param load imports the texts of the codes in a language of the whole product; a language for visitors has some of
 * them in its `refusals`, and French for the others
 * @param general a code whose text stands for codes without one
 */
export async function errorCatalogue<Code extends string>(
  codes: Readonly<Record<Code, Refusal>>,
  load: Load<Catalogue>,
  general = '',
): Promise<Readonly<Record<Code, ErrorDescription>>> {
  const texts = await Promise.all(
    languagesWith('refusals').map(async (language) => {
      const isWhole = LANGUAGES[language].areas.includes('errors');
      return { language, isWhole, texts: (await (isWhole ? load : refusals)(language)).default };
    }),
  );
  const described = Object.entries<Refusal>(codes).map(([code, refusal]) => {
    const own = texts.flatMap(({ language, isWhole, texts }): [Language, string][] => {
      const text = texts[code] ?? texts[general];
      if (text === undefined && isWhole) throw new Error(`${code} has no text in the language ${language}`);
      return text === undefined ? [] : [[language, text]];
    });
    return [code, { ...refusal, ...Object.fromEntries(own) }];
  });
  return Object.fromEntries(described);
}

const refusals: Load<Catalogue> = (language) =>
  import(`../texts/refusals.${language}.json`, { with: { type: 'json' } });

export function textOf(texts: Texts, language: Language): string {
  return texts[language] ?? texts[DEFAULT_LANGUAGE];
}

/** Texts of the codes in this package. */
export const infraTexts: Load<Catalogue> = (language) =>
  import(`../texts/errors.${language}.json`, { with: { type: 'json' } });

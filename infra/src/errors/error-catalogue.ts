import { catalogues, type Load } from '@volant/proto/text/catalogues';
import { DEFAULT_LANGUAGE, type Language } from '@volant/proto/text/languages';

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

/** Adds to each code its text in every language. */
export async function errorCatalogue<Code extends string>(
  codes: Readonly<Record<Code, Refusal>>,
  load: Load<Readonly<Record<string, string>>>,
): Promise<Readonly<Record<Code, ErrorDescription>>> {
  const texts = Object.entries(await catalogues('errors', load));
  const described = Object.entries<Refusal>(codes).map(([code, refusal]) => {
    const missing = texts.find(([, text]) => text[code] === undefined);
    if (missing !== undefined) throw new Error(`${code} has no text in the language ${missing[0]}`);
    return [code, { ...refusal, ...Object.fromEntries(texts.map(([language, text]) => [language, text[code]])) }];
  });
  return Object.fromEntries(described);
}

export function textOf(texts: Texts, language: Language): string {
  return texts[language] ?? texts[DEFAULT_LANGUAGE];
}

/** Texts of the codes in this package. */
export const infraTexts: Load<Readonly<Record<string, string>>> = (language) =>
  import(`../texts/errors.${language}.json`, { with: { type: 'json' } });

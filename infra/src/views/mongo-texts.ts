import type { ViewFilter } from './view-store.ts';

/** Code units per gram. */
const GRAM = 3;
/** A few grams distinguish nearly all texts, and the text itself is checked afterwards. */
const MOST_GRAMS = 12;

/** Field beside a text that holds its grams, for their index. */
export function gramsField(text: string): string {
  return `_grams.${text}`;
}

/** Hidden field of a document with the grams of its texts, which makes substrings searchable by an index. */
export function gramsOfTexts(document: object, texts: readonly string[]): { readonly _grams?: object } {
  if (texts.length === 0) return {};
  const fields = document as Readonly<Record<string, unknown>>;
  const grams = texts.map((text) => [text, gramsOf(typeof fields[text] === 'string' ? fields[text] : '')]);
  return { _grams: Object.fromEntries(grams) };
}

/**
 * Translates a filter for MongoDB: `$contains` becomes its grams, which use the index, and a pattern, which removes
 * other texts with the same grams. A part too short for a gram uses the pattern only.
 */
export function mongoFilter(filter: ViewFilter, texts: readonly string[]): ViewFilter {
  return Object.fromEntries(
    Object.entries(filter).flatMap(([field, condition]): readonly (readonly [string, unknown])[] => {
      if ((field === '$and' || field === '$or') && Array.isArray(condition)) {
        return [[field, condition.map((part: ViewFilter) => mongoFilter(part, texts))]];
      }
      const part = searchedPart(condition);
      if (part === undefined) return [[field, condition]];
      const grams = texts.includes(field) ? gramsWithin(part) : [];
      const indexed = grams.length === 0 ? [] : [[gramsField(field), { $all: grams }] as const];
      return [...indexed, [field, { $regex: escaped(part) }]];
    }),
  );
}

function searchedPart(condition: unknown): string | undefined {
  if (typeof condition !== 'object' || condition === null || Object.keys(condition).length !== 1) return undefined;
  return '$contains' in condition && typeof condition.$contains === 'string' ? condition.$contains : undefined;
}

function escaped(part: string): string {
  return part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

/** Index entries of a text: its distinct grams of three code units, without those that span lines. */
function gramsOf(text: string): readonly string[] {
  const grams = new Set<string>();
  for (const line of text.split('\n')) {
    for (let at = 0; at + GRAM <= line.length; at += 1) grams.add(line.slice(at, at + GRAM));
  }
  return [...grams];
}

/** Grams that every text containing this part must have; empty if the part is too short. */
function gramsWithin(part: string): readonly string[] {
  const grams = gramsOf(part);
  const step = Math.max(1, Math.ceil(grams.length / MOST_GRAMS));
  return grams.filter((_, at) => at % step === 0);
}

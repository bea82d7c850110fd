import { gramsOf, gramsWithin } from './text-grams.ts';
import type { ViewFilter } from './view-store.ts';

/** Where the pieces of a text lie beside it, for their index. */
export function gramsField(text: string): string {
  return `_grams.${text}`;
}

/** What is kept beside a document, so that the parts of its texts are found by an index. */
export function gramsOfTexts(document: object, texts: readonly string[]): { readonly _grams?: object } {
  if (texts.length === 0) return {};
  const fields = document as Readonly<Record<string, unknown>>;
  const grams = texts.map((text) => [text, gramsOf(typeof fields[text] === 'string' ? fields[text] : '')]);
  return { _grams: Object.fromEntries(grams) };
}

/**
 * The filter as MongoDB takes it: `$contains` becomes the pieces that the index knows, and a pattern for what only
 * happens to have the same pieces. A part that is too short for a piece is found by its pattern alone.
 */
export function mongoFilter(filter: ViewFilter, texts: readonly string[]): ViewFilter {
  return Object.fromEntries(
    Object.entries(filter).flatMap(([field, condition]): readonly (readonly [string, unknown])[] => {
      if ((field === '$and' || field === '$or') && Array.isArray(condition)) {
        return [[field, condition.map((part: ViewFilter) => mongoFilter(part, texts))]];
      }
      const part = partWanted(condition);
      if (part === undefined) return [[field, condition]];
      const grams = texts.includes(field) ? gramsWithin(part) : [];
      const indexed = grams.length === 0 ? [] : [[gramsField(field), { $all: grams }] as const];
      return [...indexed, [field, { $regex: escaped(part) }]];
    }),
  );
}

function partWanted(condition: unknown): string | undefined {
  if (typeof condition !== 'object' || condition === null || Object.keys(condition).length !== 1) return undefined;
  return '$contains' in condition && typeof condition.$contains === 'string' ? condition.$contains : undefined;
}

function escaped(part: string): string {
  return part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

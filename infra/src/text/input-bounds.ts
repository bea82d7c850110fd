import { LONGEST_TEXT } from './outside-text.ts';

/** Bounds of every JSON value from outside. */
export const INPUT_BOUNDS = {
  /** Code units of one text or field name. */
  text: LONGEST_TEXT,
  /** Nesting of lists and objects. */
  depth: 12,
  /** Total number of values, including those within lists and objects. */
  values: 10_000,
} as const;

type Excess = keyof typeof INPUT_BOUNDS;
type Fields = Readonly<Record<string, unknown>>;

/** The bound that a value exceeds; undefined if it exceeds none. Visits no more than the bounds allow. */
export function excessOf(value: unknown): Excess | undefined {
  let values = 0;

  function look(part: unknown, depth: number): Excess | undefined {
    values += 1;
    if (values > INPUT_BOUNDS.values) return 'values';
    if (typeof part === 'string') return part.length > INPUT_BOUNDS.text ? 'text' : undefined;
    if (typeof part !== 'object' || part === null) return undefined;
    if (depth === INPUT_BOUNDS.depth) return 'depth';
    return Array.isArray(part) ? lookAtList(part, depth + 1) : lookAtFields(part as Fields, depth + 1);
  }

  function lookAtList(list: readonly unknown[], depth: number): Excess | undefined {
    for (const element of list) {
      const excess = look(element, depth);
      if (excess !== undefined) return excess;
    }
    return undefined;
  }

  function lookAtFields(fields: Fields, depth: number): Excess | undefined {
    for (const name in fields) {
      if (name.length > INPUT_BOUNDS.text) return 'text';
      const excess = look(fields[name], depth);
      if (excess !== undefined) return excess;
    }
    return undefined;
  }

  return look(value, 0);
}

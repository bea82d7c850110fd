import { readFileSync, writeFileSync } from 'node:fs';
import { checkSync } from 'recheck';
import type { Pattern } from './findings.ts';

/** A pattern that is not decided within this time counts as not linear. */
const TIMEOUT_MS = 60_000;
const WITHOUT_END = /[*+]|\{\d+,\}/;

export interface IsLinear {
  (pattern: Pattern): boolean;
  /** Writes the answers of this run, if they differ from those read. */
  save(): void;
}

/**
 * Asks recheck, which takes seconds for some patterns. Its answers depend on the pattern alone, so they are kept in the
 * repository.
 * @param file with kept answers
 */
export function createIsLinear(file?: URL): IsLinear {
  const kept: Record<string, boolean> = file === undefined ? {} : JSON.parse(readFileSync(file, 'utf8'));
  const used = new Map<string, boolean>();

  function isLinear({ source, flags }: Pattern): boolean {
    // Without an unbounded repetition, a match reads only a bounded part of the text.
    if (!WITHOUT_END.test(source.replace(/\\./g, ''))) return true;
    const key = `/${source}/${flags}`;
    const known = used.get(key) ?? kept[key];
    if (known !== undefined) {
      used.set(key, known);
      return known;
    }
    const { status } = checkSync(source, flags, { checker: 'automaton', timeout: TIMEOUT_MS });
    // A busy machine may decide nothing in time.
    if (status !== 'unknown') used.set(key, status === 'safe');
    return status === 'safe';
  }

  return Object.assign(isLinear, {
    save() {
      const sorted = Object.fromEntries([...used].sort(([one], [other]) => (one < other ? -1 : 1)));
      const text = `${JSON.stringify(sorted, null, 2)}\n`;
      if (file !== undefined && text !== readFileSync(file, 'utf8')) writeFileSync(file, text);
    },
  });
}

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { checkSync } from 'recheck';
import type { Pattern } from './findings.ts';

/** A pattern that is not decided within this time counts as not linear. */
const TIMEOUT_MS = 60_000;
const WITHOUT_END = /[*+]|\{\d+,\}/;

/** Asks recheck. Answers are cached in the folder. */
export function createIsLinear(folder: string): ((pattern: Pattern) => boolean) & { save(): void } {
  const file = `${folder}/recheck.json`;
  const known = new Map(Object.entries(readKnown(file)));

  function isLinear({ source, flags }: Pattern): boolean {
    // Without an unbounded repetition, a match reads only a bounded part of the text.
    if (!WITHOUT_END.test(source.replace(/\\./g, ''))) return true;
    const key = `/${source}/${flags}`;
    const present = known.get(key);
    if (present !== undefined) return present;
    const { status } = checkSync(source, flags, { checker: 'automaton', timeout: TIMEOUT_MS });
    known.set(key, status === 'safe');
    return status === 'safe';
  }

  return Object.assign(isLinear, {
    save() {
      mkdirSync(folder, { recursive: true });
      writeFileSync(file, JSON.stringify(Object.fromEntries(known)));
    },
  });
}

function readKnown(file: string): Record<string, boolean> {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Record<string, boolean>;
  } catch {
    // No cache yet, or its format has changed: start with an empty one.
    return {};
  }
}

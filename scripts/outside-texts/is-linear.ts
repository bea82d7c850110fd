import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { checkSync } from 'recheck';
import type { Pattern } from './findings.ts';

/** What cannot be decided in this time counts as not linear. */
const TIMEOUT_MS = 60_000;
const WITHOUT_END = /[*+]|\{\d+,\}/;

/** Asks recheck, whose answer for a pattern that was asked before is kept in the folder. */
export function createIsLinear(folder: string): ((pattern: Pattern) => boolean) & { save(): void } {
  const file = `${folder}/recheck.json`;
  const known = new Map(Object.entries(readKnown(file)));

  function isLinear({ source, flags }: Pattern): boolean {
    // Without a repetition that has no end, a match looks at no more of a text than the pattern is long.
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
    // The first time, or after a change of what it holds: everything is asked anew.
    return {};
  }
}

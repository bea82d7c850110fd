import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';

/** The generic rules of block lists (`references/block-lists/README.md`). */
export interface BlockLists {
  /** Rules that block the address on any site. */
  refusing(address: string): string[];
  /** Selectors of hidden elements. */
  readonly hiding: readonly string[];
}

export function readBlockLists(): BlockLists {
  const file = new URL('../references/block-lists/generic-rules.txt.gz', import.meta.url);
  const rules = gunzipSync(readFileSync(file)).toString().trim().split('\n');
  const refusals = rules.filter((rule) => !rule.startsWith('##')).map((rule) => ({ rule, pattern: patternOf(rule) }));
  return {
    refusing: (address) => refusals.filter(({ pattern }) => pattern.test(address)).map(({ rule }) => rule),
    hiding: rules.filter((rule) => rule.startsWith('##')).map((rule) => rule.slice(2)),
  };
}

/**
 * Pattern of a rule's address: `*` is anything, `^` a separator or the end, `|` an end. Its conditions are assumed to
 * hold.
 */
function patternOf(rule: string): RegExp {
  const address = rule.replace(/\$[^$/]*$/, '');
  const expression = /^\/(.+)\/$/.exec(address)?.[1];
  if (expression !== undefined && /[\\[(]/.test(expression)) return new RegExp(expression, 'i');
  const source = address
    .replace(/[.+?${}()[\]\\/|]/g, '\\$&')
    .replaceAll('*', '.*')
    .replaceAll('^', '(?:[^\\w.%-]|$)')
    .replace(/^\\\|/, '^')
    .replace(/\\\|$/, '$');
  return new RegExp(source, 'i');
}

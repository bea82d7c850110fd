import { bareWord } from '../contact/plain-text.ts';
import { plainCardId } from './card-id.ts';
import { MADE_BY_SYSTEM, typedCardId } from './typed-card-id.ts';

/** Ids of cards that were copied together, from a list or a table; empty unless there are several. */
export function searchedIds(line: string): readonly string[] {
  const words = line.split(/[\s,;|]+/).filter((word) => word !== '');
  const certain = words.filter((word) => /\/d\//i.test(word) || MADE_BY_SYSTEM.test(bareWord(word)));
  const named = certain.length > 0 ? certain : words.every(isLikeId) ? words : [];
  const ids = new Set(named.flatMap((word) => typedCardId(word) ?? []));
  return ids.size > 1 ? [...ids] : [];
}

/** Names and words seldom have letters and digits at once. */
function isLikeId(word: string): boolean {
  return /\d/.test(word) && /[a-z]/i.test(word) && plainCardId(word) !== undefined;
}

/**
 * The parts that a text must contain to match a search: its words, in any order. A search with a number is one part, so
 * that “card 2” does not find “2 card 12”.
 */
export function searchedParts(search: string): readonly string[] {
  const words = search.split(/[\s,;]+/).filter((word) => word !== '');
  return /\p{N}/u.test(search) || words.length === 0 ? [search] : words;
}

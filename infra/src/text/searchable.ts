import { LONGEST_TEXT, normalised } from './outside-text.ts';

/** A text without case and accents, as searches compare it. */
export function searchable(text: string): string {
  return normalised(text.slice(0, LONGEST_TEXT), 'NFKD', LONGEST_TEXT).replace(/\p{M}/gu, '').toLowerCase();
}

/** A regular expression that finds exactly this text among searchable ones. */
export function searchPattern(text: string): string {
  return searchable(text).replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

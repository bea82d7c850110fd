import { cleanLine } from '@volant/proto/text/clean-text';
import anyAscii from 'any-ascii';
import { DomainError } from '../errors/domain-error.ts';
import { LONGEST_TEXT, normalised } from './outside-text.ts';

/** Code units of a search; longer than anything people type. */
export const LONGEST_SEARCH = 200;

const UNSEEN = /[\p{M}\p{Default_Ignorable_Code_Point}]/gu;
/** Characters that a plain keyboard lacks: ø, ß, curly apostrophes, dashes. Letters of other alphabets stay. */
const LATIN_OR_PUNCTUATION = /[\p{Script=Latin}\p{P}]/gu;

/**
 * Folds case, accents and ligatures for searches. Views store the result: a change here needs new names for the views
 * of pages, users and messages, so that they are rebuilt.
 */
export function searchable(text: string): string {
  return normalised(text.slice(0, LONGEST_TEXT), 'NFKD', LONGEST_TEXT)
    .replace(UNSEEN, '')
    .replace(LATIN_OR_PUNCTUATION, (character) => (character > '\u007f' ? anyAscii(character) : character))
    .toLowerCase()
    .replaceAll('ς', 'σ');
}

/**
 * Prepares a typed search for comparison with searchable texts; empty without a search. Line breaks become blanks,
 * because lines in those texts are different fields.
 * @throws DomainError VALIDATION_FAILED for a search that is too long
 */
export function searchWanted(typed: string | null | undefined): string {
  const text = typed ?? '';
  if (text.length > LONGEST_SEARCH) throw new DomainError('VALIDATION_FAILED', { field: 'search' });
  return searchable(cleanLine(text).replace(/\s/g, ' ')).trim();
}

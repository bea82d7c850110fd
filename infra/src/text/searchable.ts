import { cleanLine } from '@volant/proto/text/clean-text';
import anyAscii from 'any-ascii';
import { DomainError } from '../errors/domain-error.ts';
import { LONGEST_TEXT, normalised } from './outside-text.ts';

/** Code units of a search; nobody types as many. */
export const LONGEST_SEARCH = 200;

const UNSEEN = /[\p{M}\p{Default_Ignorable_Code_Point}]/gu;
/** What a plain keyboard has no key for: ø, ß, curly apostrophes, dashes. Letters of other alphabets stay. */
const LATIN_OR_PUNCTUATION = /[\p{Script=Latin}\p{P}]/gu;

/**
 * A text without case, accents and ligatures, as searches compare it. Views keep it: a change here needs new names
 * for the views of pages, users and messages, so that they are rebuilt.
 */
export function searchable(text: string): string {
  return normalised(text.slice(0, LONGEST_TEXT), 'NFKD', LONGEST_TEXT)
    .replace(UNSEEN, '')
    .replace(LATIN_OR_PUNCTUATION, (character) => (character > '\u007f' ? anyAscii(character) : character))
    .toLowerCase()
    .replaceAll('ς', 'σ');
}

/**
 * What somebody typed to search by, as it is to be found in searchable texts; empty where they search for nothing.
 * Their lines are other fields, which no search goes across.
 * @throws DomainError VALIDATION_FAILED for a longer one than anybody types
 */
export function searchWanted(typed: string | null | undefined): string {
  const text = typed ?? '';
  if (text.length > LONGEST_SEARCH) throw new DomainError('VALIDATION_FAILED', { field: 'search' });
  return searchable(cleanLine(text).replace(/\s/g, ' ')).trim();
}

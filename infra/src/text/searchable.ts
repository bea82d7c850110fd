import { readEmail } from '@volant/proto/contact/email';
import { cleanLine } from '@volant/proto/text/clean-text';
import { LONGEST_SEARCH } from '@volant/proto/text/lengths';
import { typedCardId } from '@volant/proto/text/typed-card-id';
import anyAscii from 'any-ascii';
import { DomainError } from '../errors/domain-error.ts';
import { LONGEST_TEXT, normalised } from './outside-text.ts';

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
 * because lines in those texts are different fields. A pasted id or URL of a card finds its id, and an address that a mail program
 * copied, `Zoé <zoe@exemple.fr>`, `mailto:zoe@exemple.fr` or `zoe@exemple.fr,`, the address alone.
 * @throws DomainError VALIDATION_FAILED for a search that is too long
 */
export function searchWanted(typed: string | null | undefined): string {
  const text = typed ?? '';
  if (text.length > LONGEST_SEARCH) {
    throw new DomainError('VALIDATION_FAILED', { field: 'search', limit: LONGEST_SEARCH });
  }
  const line = cleanLine(text).replace(/\s/g, ' ');
  const isCopied = line.includes('@') && (/mailto:|</i.test(line) || !line.includes(' '));
  const address = isCopied ? readEmail(line)?.address : undefined;
  return searchable(typedCardId(line) ?? address ?? line).trim();
}

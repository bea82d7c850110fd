import { readEmail } from '@volant/proto/contact/email';
import { cleanLine } from '@volant/proto/text/clean-text';
import { LONGEST_SEARCH } from '@volant/proto/text/lengths';
import { searchedIds } from '@volant/proto/text/searched';
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

/** A search in quotes is for the words between them. */
const IN_QUOTES = /^["'“”„«‘] ?(.+?) ?["'“”»’]$/;

/**
 * Prepares a typed search for comparison with searchable texts. Line breaks become blanks, because lines in those texts
 * are different fields. Pasted ids and URLs of cards become ids, and addresses that a mail program copied,
 * `Zoé <zoe@exemple.fr>`, `mailto:zoe@exemple.fr` or `zoe@exemple.fr,`, the addresses alone.
 * @returns alternative search terms, one per pasted id or address; none without a search
 * @throws DomainError VALIDATION_FAILED for a search that is too long
 */
export function searchTerms(typed: string | null | undefined): readonly string[] {
  const text = typed ?? '';
  if (text.length > LONGEST_SEARCH) {
    throw new DomainError('VALIDATION_FAILED', { field: 'search', limit: LONGEST_SEARCH });
  }
  const texts = meantBy(cleanLine(text).replace(/\s/g, ' ')).map((meant) => searchable(meant).trim());
  return texts.filter((term) => term !== '');
}

function meantBy(line: string): readonly string[] {
  const ids = searchedIds(line);
  if (ids.length > 0) return ids;
  const words = line.split(/[\s,;|]+/).filter((word) => word.includes('@'));
  const isCopied = words.length > 0 && (/mailto:|</i.test(line) || words.length > 1 || !line.includes(' '));
  const addresses = new Set((isCopied ? words : []).flatMap((word) => readEmail(word)?.address.toLowerCase() ?? []));
  const id = typedCardId(line);
  return id === undefined && addresses.size > 0 ? [...addresses] : [id ?? line.replace(IN_QUOTES, '$1')];
}

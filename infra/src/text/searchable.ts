import { DomainError } from '../errors/domain-error.ts';
import { LONGEST_TEXT, normalised } from './outside-text.ts';

/** Code units of a search; nobody types as many. */
export const LONGEST_SEARCH = 200;

/** A text without case and accents, as searches compare it. */
export function searchable(text: string): string {
  return normalised(text.slice(0, LONGEST_TEXT), 'NFKD', LONGEST_TEXT).replace(/\p{M}/gu, '').toLowerCase();
}

/**
 * What somebody typed to search by, as it is to be found in searchable texts; empty where they search for nothing.
 * Their lines are other fields, which no search goes across.
 * @throws DomainError VALIDATION_FAILED for a longer one than anybody types
 */
export function searchWanted(typed: string | null | undefined): string {
  const text = typed ?? '';
  if (text.length > LONGEST_SEARCH) throw new DomainError('VALIDATION_FAILED', { field: 'search' });
  return searchable(text.replace(/\s/g, ' ')).trim();
}

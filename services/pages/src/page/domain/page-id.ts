import { randomBytes } from 'node:crypto';
import { cleanLine } from '@volant/proto/text/clean-text';
import { LONGEST_REFERENCE } from '@volant/proto/text/lengths';
import { typedCardId } from '@volant/proto/text/typed-card-id';

/** Without the look-alikes `l`, `o`, `0` and `1`. As it has 32 letters, the remainders of bytes favour none. */
const ALPHABET = 'abcdefghijkmnpqrstuvwxyz23456789';
const LENGTH = 24;

/** Paths of the API and the client that a page with this id would hide. */
const RESERVED: ReadonlySet<string> = new Set(['new', 'mine', 'bulk', 'create', 'upload-image']);

/** A new id for a card. The id of an unclaimed page is enough to claim it, so it cannot be guessed (120 bits). */
export function newPublicId(): string {
  return Array.from(randomBytes(LENGTH), (byte) => ALPHABET.charAt(byte % ALPHABET.length)).join('');
}

/** Whether an id has the form of those from `newPublicId`. */
export function isMadeBySystem(id: string): boolean {
  return /^[a-kmnp-z2-9]{24}$/.test(id);
}

/** Whether an administrator may give this id to a page. */
export function isAllowedPublicId(id: string): boolean {
  return /^[A-Za-z0-9_-]{1,64}$/.test(id) && !RESERVED.has(id.toLowerCase());
}

/** Somebody means a file, and not the end of an address. */
const FILE = /^[\w-]+\.html$/i;

/** A new id as an administrator typed or pasted it; a text without one as it is, which is refused. */
export function newIdIn(written: string): string {
  const line = cleanLine(written);
  return FILE.test(line) ? line : (typedCardId(line) ?? line);
}

/**
 * Lookup key of a page, from typed, scanned or pasted text: its id in any letter case, with or without `.html`, or the
 * whole URL of the card. Undefined if the text cannot be an id.
 */
export function pageKey(reference: string): string | undefined {
  if (reference.length > LONGEST_REFERENCE) return undefined;
  const id = typedCardId(cleanLine(reference));
  return id !== undefined && isAllowedPublicId(id) ? id.toLowerCase() : undefined;
}

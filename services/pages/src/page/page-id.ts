import { randomBytes } from 'node:crypto';
import { cardIdIn, plainCardId } from '@volant/proto/text/card-id';
import { cleanLine } from '@volant/proto/text/clean-text';

/** No look-alikes: neither `l` nor `o` nor `0` nor `1`. */
const ALPHABET = 'abcdefghijkmnpqrstuvwxyz23456789';
const LENGTH = 24;
/** Bytes from here on would favour the first letters of the alphabet; with 32 letters there are none. */
const FAIR_BELOW = 256 - (256 % ALPHABET.length);
/** The address of a card, with whatever a reader of cards or a newsletter added to it. */
const LONGEST_REFERENCE = 500;

/** Paths of the API and the client that a page of this id would hide. */
const RESERVED: ReadonlySet<string> = new Set(['new', 'mine', 'bulk', 'create', 'upload-image']);

/** A fresh id for a card. Whoever knows the id of an unclaimed page may claim it, so it cannot be guessed (120 bits). */
export function newPublicId(random: (size: number) => Uint8Array = randomBytes): string {
  let id = '';
  while (id.length < LENGTH) {
    for (const byte of random(LENGTH)) {
      if (byte < FAIR_BELOW && id.length < LENGTH) id += ALPHABET.charAt(byte % ALPHABET.length);
    }
  }
  return id;
}

/** Whether an id has the form of those of `newPublicId`. */
export function isMadeBySystem(id: string): boolean {
  return /^[a-kmnp-z2-9]{24}$/.test(id);
}

/** Whether an administrator may give this id to a page. */
export function isAllowedPublicId(id: string): boolean {
  return /^[A-Za-z0-9_-]{1,64}$/.test(id) && !RESERVED.has(id.toLowerCase());
}

/**
 * What a page is looked up by, from what a person typed, scanned or pasted: its
 * id in any letter case, with or without `.html`, or the whole address of the card.
 * Undefined where it cannot be an id.
 */
export function pageKey(reference: string): string | undefined {
  if (reference.length > LONGEST_REFERENCE) return undefined;
  const written = cleanLine(reference);
  const id = plainCardId(written) ?? cardIdIn(written);
  return id !== undefined && isAllowedPublicId(id) ? id.toLowerCase() : undefined;
}

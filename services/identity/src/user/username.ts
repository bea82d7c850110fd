import { DomainError } from '@volant/infra/errors/domain-error';
import { LONGEST_TEXT, normalised } from '@volant/infra/text/outside-text';

const MIN_VISIBLE = 3;
const MAX_LENGTH = 50;
/** A character that a reader sees may be built of several; this bounds what one name can weigh. */
const MAX_CODE_UNITS = 200;
/** With blanks around and between, and accents written as characters of their own. */
const MAX_WRITTEN = 4 * MAX_CODE_UNITS;
/** Control characters, line breaks, lone surrogates, and the marks that turn the reading direction of what follows. */
const FORBIDDEN = /[\p{Cc}\p{Cs}\p{Co}\p{Zl}\p{Zp}\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/u;
/** The braille blank counts as a symbol to Unicode and as nothing to the eye. */
const VISIBLE = /(?![\p{Default_Ignorable_Code_Point}\u2800])[\p{L}\p{N}\p{P}\p{S}]/u;
const characters = new Intl.Segmenter('und', { granularity: 'grapheme' });

/**
 * The name, trimmed and with single spaces.
 * @throws DomainError USERNAME_INVALID
 */
export function parseUsername(text: string): string {
  if (text.length > MAX_WRITTEN) throw new DomainError('USERNAME_INVALID');
  const name = normalised(text, 'NFC', MAX_WRITTEN).trim().replace(/ +/g, ' ');
  if (name.length > MAX_CODE_UNITS || FORBIDDEN.test(name)) throw new DomainError('USERNAME_INVALID');
  const all = [...characters.segment(name)];
  const visible = all.filter(({ segment }) => VISIBLE.test(segment));
  if (visible.length < MIN_VISIBLE || all.length > MAX_LENGTH) throw new DomainError('USERNAME_INVALID');
  return name;
}

/** Equal for names that a reader would take for the same. */
export function usernameKey(name: string): string {
  // Upper case first, so that letters without a single lower-case twin (ß, ſ) meet; joiners and other unseen marks go.
  const upper = normalised(name, 'NFKC', MAX_CODE_UNITS).toUpperCase();
  return normalised(upper.toLowerCase(), 'NFKC', LONGEST_TEXT)
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
    .replace(/\s+/gu, ' ')
    .trim();
}

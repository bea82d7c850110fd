import { isUtf8 } from 'node:buffer';

/**
 * The text of bytes from outside, without the mark of byte order that Windows writes first. Undefined in any other
 * encoding, whose letters would become replacement characters.
 */
export function utf8Of(bytes: Buffer): string | undefined {
  return isUtf8(bytes) ? bytes.toString().replace(/^\uFEFF/, '') : undefined;
}

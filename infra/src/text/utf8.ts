import { isUtf8 } from 'node:buffer';

/**
 * Decodes bytes from outside, without the byte order mark that Windows writes first. Undefined if they are not UTF-8:
 * decoding would turn their letters into replacement characters.
 */
export function utf8Of(bytes: Buffer): string | undefined {
  return isUtf8(bytes) ? withoutMark(bytes.toString()) : undefined;
}

/** Without the byte order mark. */
export function withoutMark(text: string): string {
  return text.replace(/^\uFEFF/, '');
}

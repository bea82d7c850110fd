import { z } from 'zod';

/**
 * Control characters, line and paragraph separators, halves of surrogate pairs,
 * and the marks that turn the direction of text around (they make one address
 * look like another).
 */
const REFUSED = /[\p{Cc}\p{Zl}\p{Zp}\p{Cs}\u202a-\u202e\u2066-\u2069]/u;

interface TextRule {
  /** Most characters (code points) after trimming. */
  readonly max: number;
  /** Line breaks and tabs are allowed inside. */
  readonly multiline?: boolean;
}

/** Text a person typed: trimmed, in Unicode's composed form; null or absent is an empty text. */
export function typedText({ max, multiline = false }: TextRule) {
  return z
    .string()
    .nullish()
    .transform((value) => (value ?? '').replace(/\r\n?/g, '\n').normalize('NFC').trim())
    .refine((value) => !REFUSED.test(multiline ? value.replace(/[\n\t]/g, ' ') : value))
    .refine((value) => value.length <= max || [...value].length <= max);
}

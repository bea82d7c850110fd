import { normalised, text } from '@volant/infra/text/outside-text';

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

/** Code units a character may be written with: a letter, and its accents apart from it. */
const UNITS_OF_CHARACTER = 4;

/** Text a person typed: trimmed, in Unicode's composed form; null or absent is an empty text. */
export function typedText({ max, multiline = false }: TextRule) {
  const units = max * UNITS_OF_CHARACTER;
  return text(units)
    .nullish()
    .transform((value) => normalised((value ?? '').replace(/\r\n?/g, '\n'), 'NFC', units).trim())
    .refine((value) => !REFUSED.test(multiline ? value.replace(/[\n\t]/g, ' ') : value))
    .refine((value) => value.length <= max || [...value].length <= max);
}

import { normalised, text } from '@volant/infra/text/outside-text';
import { cleanLine, cleanLines } from '@volant/proto/text/clean-text';
import { z } from 'zod';

interface TextRule {
  /** Maximum of characters (code points) after trimming. */
  readonly max: number;
  /** Shown if the text is too long; the maximum if absent. */
  readonly limit?: number;
  /** Allows line breaks inside. */
  readonly multiline?: boolean;
}

/** Most code units of a character: a letter and its separate accents. */
const UNITS_OF_CHARACTER = 4;

/**
 * Typed or pasted text: cleaned, in Unicode's composed form; null or absent means an empty text. The issue of a longer
 * one has its limit.
 */
export function typedText({ max, limit = max, multiline = false }: TextRule) {
  const units = max * UNITS_OF_CHARACTER;
  const clean = multiline ? cleanLines : cleanLine;
  return text()
    .nullish()
    .transform((value, context) => {
      const given = value ?? '';
      const typed = given.length > units ? undefined : normalised(clean(given), 'NFC', units);
      if (typed !== undefined && (typed.length <= max || [...typed].length <= max)) return typed;
      context.addIssue({ code: 'custom', params: { limit } });
      return z.NEVER;
    });
}

import { normalised, text } from '@volant/infra/text/outside-text';
import { cleanLine, cleanLines } from '@volant/proto/text/clean-text';

interface TextRule {
  /** Maximum of characters (code points) after trimming. */
  readonly max: number;
  /** Allows line breaks inside. */
  readonly multiline?: boolean;
}

/** Most code units of a character: a letter and its separate accents. */
const UNITS_OF_CHARACTER = 4;

/** Typed or pasted text: cleaned, in Unicode's composed form; null or absent means an empty text. */
export function typedText({ max, multiline = false }: TextRule) {
  const units = max * UNITS_OF_CHARACTER;
  const clean = multiline ? cleanLines : cleanLine;
  return text(units)
    .nullish()
    .transform((value) => normalised(clean(value ?? ''), 'NFC', units))
    .refine((value) => value.length <= max || [...value].length <= max);
}

import { normalised, text } from '@volant/infra/text/outside-text';
import { cleanLine, cleanLines } from '@volant/proto/text/clean-text';

interface TextRule {
  /** Most characters (code points) after trimming. */
  readonly max: number;
  /** Line breaks are allowed inside. */
  readonly multiline?: boolean;
}

/** Code units a character may be written with: a letter, and its accents apart from it. */
const UNITS_OF_CHARACTER = 4;

/** Text a person typed or pasted: cleaned, in Unicode's composed form; null or absent is an empty text. */
export function typedText({ max, multiline = false }: TextRule) {
  const units = max * UNITS_OF_CHARACTER;
  const clean = multiline ? cleanLines : cleanLine;
  return text(units)
    .nullish()
    .transform((value) => normalised(clean(value ?? ''), 'NFC', units))
    .refine((value) => value.length <= max || [...value].length <= max);
}

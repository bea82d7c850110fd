import { z } from 'zod';

/**
 * The one entry point for text from outside. Its length in code units, which is free to read, is checked before any
 * other work; the work after it is linear in that length. `npm run check` refuses other ways to normalise a text and
 * other text types in schemas.
 */

/** Maximum code units of any text from outside. */
export const LONGEST_TEXT = 65_536;

/** A schema's text. Later checks of the schema are skipped for a longer one. */
export function text(units: number = LONGEST_TEXT): z.ZodString {
  return z.string().max(units, { abort: true });
}

type Form = 'NFC' | 'NFKC' | 'NFKD';

/** Texts up to this length are cheap, whatever they contain. */
const HARMLESS = 1_000;
/** The limit of Unicode's stream-safe text format (UAX #15), far beyond what any language uses. */
const MARKS_IN_A_ROW = 30;
/** The halfwidth sound marks are letters by category, but combine once they are decomposed. */
const MARK = /[\p{M}\uff9e\uff9f]/u;

/**
 * Normalises a text. Ordering combining marks is quadratic in the number of consecutive marks, so in a long text only
 * the first 30 of each run are kept.
 * @param units maximum code units, which the caller has already checked
 * @throws RangeError for a longer text
 */
export function normalised(given: string, form: Form, units: number): string {
  if (given.length > units) throw new RangeError(`a text of ${given.length} code units, where ${units} are admitted`);
  return (given.length <= HARMLESS ? given : withShortRows(given)).normalize(form);
}

function withShortRows(given: string): string {
  let taken = '';
  let from = 0;
  let marks = 0;
  let at = 0;
  for (const character of given) {
    const next = at + character.length;
    // Most text is below the first combining mark, U+0300.
    if (character.charCodeAt(0) < 0x300 || !MARK.test(character)) marks = 0;
    else {
      marks += 1;
      if (marks > MARKS_IN_A_ROW) {
        taken += given.slice(from, at);
        from = next;
      }
    }
    at = next;
  }
  return from === 0 ? given : taken + given.slice(from);
}

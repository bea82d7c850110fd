import { z } from 'zod';

/**
 * The one way to a text from outside. Its length in code units, which costs
 * nothing to ask, is judged before anything else is done with it; what then is
 * done costs no more than in proportion to that length. `npm run check` refuses
 * other ways to normalise a text and other texts in schemas.
 */

/** Most code units that any text from outside has, wherever it comes in and whatever it is for. */
export const LONGEST_TEXT = 65_536;

/** Text of a schema. What follows in the schema is not asked about a longer one. */
export function text(units: number = LONGEST_TEXT): z.ZodString {
  return z.string().max(units, { abort: true });
}

type Form = 'NFC' | 'NFKC' | 'NFKD';

/** No text of this length is dear, whatever it holds. */
const HARMLESS = 1_000;
/** As Unicode's stream-safe text has it (UAX #15), far beyond what any language writes. */
const MARKS_IN_A_ROW = 30;
/** The halfwidth sound marks are letters by category and combine all the same once they are decomposed. */
const MARK = /[\p{M}\uff9e\uff9f]/u;

/**
 * A text in a form of Unicode. Ordering combining marks costs the square of how many stand in a row: of a long text
 * only the first 30 of each row are taken.
 * @param units most code units, which the caller has asked for before
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
    // Below the first of them stands most of what people write.
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

import { cleanLine } from '../text/clean-text.ts';

/** Maximum length of a profile field, counting combining accents separately. Longer texts are not parsed. */
export const LONGEST_VALUE = 800;

const OPENING = '<("\'«“‘[{¿¡「『•';
const CLOSING = '>"\'»”’],;:.!…}،؛؟、」』';
const DASHES = /[\p{Pd}\u2043\u2212]/gu;
const DOTS = /[\u00b7\u2022\u2219\u22c5\u3002]/g;
/** Draws a key around a digit: people write numbers with such emoji. */
const KEYCAP = /\ufe0f?\u20e3/g;
/** One line with plain ASCII spaces, dashes, signs and digits, without invisible characters. */
export function plainText(given: string): string {
  if (/^[\x20-\x7e]*$/.test(given)) return given.trim();
  return cleanLine(given)
    .normalize('NFKC')
    .replace(/\p{Zs}/gu, ' ')
    .replace(/\p{Nd}/gu, (digit) => String(digitOf(digit)))
    .replace(DASHES, '-')
    .replace(DOTS, '.')
    .replace(/\u2044/g, '/')
    .replace(KEYCAP, '');
}

/** Unicode places the decimal digits of each script in runs of ten, from zero to nine. */
function digitOf(digit: string): number {
  const code = digit.codePointAt(0) ?? 0;
  if (code < 0x80) return code - 0x30;
  let first = code;
  while (/\p{Nd}/u.test(String.fromCodePoint(first - 1))) first -= 1;
  return (code - first) % 10;
}

/** Decodes percent-encoding; returns the text unchanged if it is malformed. */
export function decoded(given: string): string {
  if (!/%[\da-f]{2}/i.test(given)) return given;
  try {
    return decodeURIComponent(given);
  } catch {
    return given;
  }
}

/** Strips what surrounds a word in a sentence, a list or a chat. */
export function bareWord(word: string): string {
  return without(unmarked(bare(word), '*~`'), OPENING, CLOSING);
}

function bare(word: string): string {
  const inner = without(word, OPENING, CLOSING);
  return inner.includes('(') ? inner : without(inner, '', ').,;');
}

/** Strips the marks of bold, italics and code in chat programs from both ends. */
export function unmarked(word: string, marks: string): string {
  const mark = word.charAt(0);
  return mark !== '' && marks.includes(mark) && word.endsWith(mark) ? without(word, mark, mark) : word;
}

/** Strips the given characters from the start and the end of a word. */
export function without(word: string, before: string, after: string): string {
  let start = 0;
  let end = word.length;
  while (start < end && before.includes(word.charAt(start))) start += 1;
  while (start < end && after.includes(word.charAt(end - 1))) end -= 1;
  return word.slice(start, end);
}

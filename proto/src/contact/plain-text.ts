import { cleanLine } from '../text/clean-text.ts';

/** Maximum length of a profile field, counting combining accents separately. Longer texts are not parsed. */
export const LONGEST_VALUE = 800;

const DASHES = /[\p{Pd}\u2043\u2212]/gu;
const DOTS = /[\u00b7\u2022\u2024\u2219\u22c5\u3002\uff0e\uff61]/g;
/** ASCII as East Asian keyboards type it. */
const FULL_WIDTH = /[\uff01-\uff5e]/g;
/** Draws a key around a digit: people write numbers with such emoji. */
const KEYCAP = /\ufe0f?\u20e3/g;
/** Characters that pages are written with; a copied source text has them still. */
const NAMED: Readonly<Record<string, string>> = {
  amp: '&',
  apos: "'",
  commat: '@',
  ensp: ' ',
  emsp: ' ',
  gt: '>',
  lt: '<',
  nbsp: ' ',
  ndash: '-',
  period: '.',
  plus: '+',
  quot: '"',
  shy: '',
  thinsp: ' ',
};
const ENTITY = /&(?:#(\d{1,6})|#x([\da-f]{1,5})|([a-z]{2,6}));/gi;

/** One line with plain ASCII spaces, dashes, signs and digits, without invisible characters. */
export function plainText(given: string): string {
  const text = given.replace(ENTITY, (found: string, decimal?: string, hex?: string, name = '') =>
    name === '' ? characterOf(Number(decimal ?? `0x${hex}`)) : (NAMED[name.toLowerCase()] ?? found),
  );
  if (/^[\x20-\x7e]*$/.test(text)) return text.trim();
  return cleanLine(text)
    .replace(/\p{Zs}/gu, ' ')
    .replace(/\p{Nd}/gu, (digit) => String(digitOf(digit)))
    .replace(DASHES, '-')
    .replace(DOTS, '.')
    .replace(/\ufe62/g, '+')
    .replace(/\u2044/g, '/')
    .replace(FULL_WIDTH, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0))
    .replace(KEYCAP, '');
}

/** The character of a numeric entity; for an invalid one the replacement character, as in browsers. */
export function characterOf(code: number): string {
  const isNone = code === 0 || (code >= 0xd800 && code <= 0xdfff) || code > 0x10ffff;
  return isNone ? '\ufffd' : String.fromCodePoint(code);
}

/** Unicode places the decimal digits of each script in runs of ten, from zero to nine. */
function digitOf(digit: string): number {
  const code = digit.codePointAt(0) ?? 0;
  if (code < 0x80) return code - 0x30;
  // The mathematical ones are five runs without a gap.
  if (code >= 0x1d7ce && code <= 0x1d7ff) return (code - 0x1d7ce) % 10;
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

/** Strips the brackets, quotes and punctuation that surround a word in a sentence. */
export function bareWord(word: string): string {
  const inner = without(word, '<("\'«“‘[', '>"\'»”’],;:.!…');
  return inner.includes('(') ? inner : without(inner, '', ').,;');
}

/** Strips the given characters from the start and the end of a word. */
export function without(word: string, before: string, after: string): string {
  let start = 0;
  let end = word.length;
  while (start < end && before.includes(word.charAt(start))) start += 1;
  while (start < end && after.includes(word.charAt(end - 1))) end -= 1;
  return word.slice(start, end);
}

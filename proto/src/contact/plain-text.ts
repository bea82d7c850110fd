import { cleanLine } from '../text/clean-text.ts';

/** What a field of a profile may be long, with accents as characters of their own; longer texts are not read. */
export const LONGEST_VALUE = 800;

const DASHES = /[\u2010-\u2015\u2212\ufe63\uff0d]/g;
const DOTS = /[\u00b7\u2022\u2024\uff0e]/g;

/** A line with ordinary blanks, dashes, signs and digits, and without characters that cannot be seen. */
export function plainText(given: string): string {
  if (/^[\x20-\x7e]*$/.test(given)) return given.trim();
  return cleanLine(given)
    .replace(/\p{Zs}/gu, ' ')
    .replace(/\p{Nd}/gu, (digit) => String(digitOf(digit)))
    .replace(DASHES, '-')
    .replace(DOTS, '.')
    .replace(/[\uff0b\ufe62]/g, '+')
    .replace(/[\u2044\uff0f]/g, '/')
    .replace(/\uff08/g, '(')
    .replace(/\uff09/g, ')')
    .replace(/\uff20/g, '@');
}

/** Digits of every script stand in rows of ten, from zero to nine. */
function digitOf(digit: string): number {
  const code = digit.codePointAt(0) ?? 0;
  if (code < 0x80) return code - 0x30;
  let first = code;
  while (/\p{Nd}/u.test(String.fromCodePoint(first - 1))) first -= 1;
  return (code - first) % 10;
}

/** A text with its percent-encoded characters decoded, as addresses have them. */
export function decoded(given: string): string {
  if (!/%[\da-f]{2}/i.test(given)) return given;
  try {
    return decodeURIComponent(given);
  } catch {
    return given;
  }
}

/** A word without the brackets, quotes and marks that a sentence puts around it. */
export function bareWord(word: string): string {
  const inner = without(word, '<("\'«“[', '>"\'»”],;:.!');
  return inner.includes('(') ? inner : without(inner, '', ').,;');
}

/** A word without these characters at its beginning and at its end. */
export function without(word: string, before: string, after: string): string {
  let start = 0;
  let end = word.length;
  while (start < end && before.includes(word.charAt(start))) start += 1;
  while (start < end && after.includes(word.charAt(end - 1))) end -= 1;
  return word.slice(start, end);
}

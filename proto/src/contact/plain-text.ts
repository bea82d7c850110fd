import { cleanLine } from '../text/clean-text.ts';

/** Maximum length of a profile field, counting combining accents separately. Longer texts are not parsed. */
export const LONGEST_VALUE = 800;

const OPENING = '<("\'«“‘[{¿¡「『•';
const CLOSING = '>"\'»”’],;:.!…}،؛؟、」』';
/** In characters; shorter words repeat their letters on purpose. */
const SHORTEST_COPY = 4;
const DASHES = /[\p{Pd}\u2043\u2212]/gu;
const DOTS = /[\u00b7\u2022\u2024\u2219\u22c5\u3002\uff0e\uff61]/g;
/** ASCII as East Asian keyboards and fonts of social networks write it: full-width, small, raised, circled, bold. */
const STYLED =
  /[\u00b2\u00b3\u00b9\u2070-\u209c\u2460-\u24ea\ufe50-\ufe6b\uff01-\uff5e\u{1d400}-\u{1d7ff}\u{1f130}-\u{1f149}]/gu;
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
/** The link of an app on Android, behind which stands what opens it. */
const INTENT = /\bintent:\/\/((?:send\?|[\w-]{1,63}\.)[^\s#]{1,500})#Intent;[^\s"'<>]{0,500}/i;
const ENTITY = /&(?:#(\d{1,6})|#x([\da-f]{1,5})|([a-z]{2,6}));/gi;

/** One line with plain ASCII spaces, dashes, signs and digits, without invisible characters. */
export function plainText(given: string): string {
  const text = given
    .replace(INTENT, 'https://$1')
    .replace(ENTITY, (found: string, decimal?: string, hex?: string, name = '') =>
      name === '' ? characterOf(Number(decimal ?? `0x${hex}`)) : (NAMED[name.toLowerCase()] ?? found),
    );
  if (/^[\x20-\x7e]*$/.test(text)) return text.trim();
  return cleanLine(text)
    .replace(/\p{Zs}/gu, ' ')
    .replace(STYLED, (styled) => styled.normalize('NFKC'))
    .replace(/\p{Nd}/gu, (digit) => String(digitOf(digit)))
    .replace(DASHES, '-')
    .replace(DOTS, '.')
    .replace(/\u2044/g, '/')
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

/** Strips what surrounds a word in a sentence, a list or a chat, and one of two copies that were pasted together. */
export function bareWord(word: string): string {
  const inner = without(unmarked(bare(word), '*~`'), OPENING, CLOSING);
  const half = inner.slice(inner.length / 2);
  const isDoubled = /[@.:/]/.test(half) && half.length >= SHORTEST_COPY && half + half === inner;
  return isDoubled ? half : inner;
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

const IS_FAX = /^[^:]*[;,=]fax\b/i;

/**
 * If the text is a contact card (vCard), its first value of a property, such as TEL, fax numbers last; otherwise the
 * text.
 */
export function cardValue(text: string, property: string): string {
  if (!/^\s*BEGIN:VCARD/i.test(text)) return text;
  const words = text.split(/\s+/);
  const values = words.flatMap((word, at) => (propertyOf(word) === property ? [at] : []));
  const begins = values.find((at) => !IS_FAX.test(words[at] ?? '')) ?? values[0];
  if (begins === undefined) return text;
  const next = words.findIndex((word, at) => at > begins && /[:;]/.test(word));
  return words
    .slice(begins, next)
    .join(' ')
    .replace(/^[^:]*:/, '');
}

function propertyOf(word: string): string {
  const [name = ''] = word.split(/[:;]/, 1);
  return name.replace(/^item\d{1,2}\./i, '').toUpperCase();
}

/** Strips the given characters from the start and the end of a word. */
export function without(word: string, before: string, after: string): string {
  let start = 0;
  let end = word.length;
  while (start < end && before.includes(word.charAt(start))) start += 1;
  while (start < end && after.includes(word.charAt(end - 1))) end -= 1;
  return word.slice(start, end);
}

import { COUNTRIES, type Country, callingCodeOf, countryOf, countryOfNational, keepsZero } from './country-codes.ts';
import { dialledText, isOtherNumber, SHORTENED } from './dialled-text.ts';
import { LONGEST_VALUE } from './plain-text.ts';
import { isForeign, isSurelyInternational, isWhole, zerosOf } from './whole-number.ts';

/** Phone number found in a text. */
export interface PhoneReading {
  /** Dialled form: `+33612345678`, `0612345678`, `3949`, `#31#0612345678`. */
  readonly number: string;
  /** Digits dialled after the call is answered; '' if there are none. */
  readonly extension: string;
  /** Stored and displayed form, with the original grouping. */
  readonly text: string;
  /** The rest of the text if it has more digits, such as another number; '' otherwise. */
  readonly leftOut: string;
}

/** Maximum of E.164. */
const MOST_DIGITS = 15;
/** Of a number without a country code: one with 14 is that of an establishment. */
const MOST_NATIONAL_DIGITS = 13;
/** Shorter numbers are service numbers, which must stand alone in the text. */
const FEWEST_DIGITS = 6;
/** Digits with common separators, optionally after a code such as `#31#`, which hides the caller's number. */
const RUN = /([*#]\d{2,3}[*#])?(\+[ +(]{0,3})?\(?\d(?:[ .\-/()]{0,5}\d)*/g;
const EXTENSION =
  /^[ ,;:.()-]{0,5}(?:(?:ext(?:ension|n)?|poste|interne|int|x|p|#)[ .:=°ºn]{0,4}|,{1,3})(\d{1,7})(?![ .]?[\d#])/i;
const SERVICE_NUMBER = /^(?:[\p{L}°]{1,12}[ .:]{1,3})?(\d(?: ?\d){1,5})$/u;
const SERVICE_CODE = /^[*#][\d*#]{1,14}$/;
/** Six-digit services without a country code: directory enquiries (118 712) and European services (116 117). */
const SIX_DIGIT_SERVICE = /^11[68]\d{3}$/;
const WITHOUT_PLUS = 9;
/** Digits that a whole number has too many; behind a number also stand hours (24 h, 7/7). */
const ADDED = /^[ .-]\d{1,3}(?! ?[\p{L}\d/])/u;
/** Label of a fax number. */
const FAX = /(?:fax|t[ée]l[ée]copie)[ .:]{0,4}$/i;
const LONGEST_LABEL = 16;
/** The 0 that is dialled within the country only, with the signs around it. */
const TRUNK = /[ .\-/]{0,5}\(0\)[ .\-/]{0,5}/;
/** What `zerosOf` counts, with the signs behind it. */
const DIALLED_FIRST = /^(?:0 ?0|011|0)[ .\-/()]*/;
/**
 * First phone number in typed or pasted text, a fax number only if there is no other.
 * @param countryCode completes a national number; without it, the national digits are dialled unchanged
 */
export function readPhone(given: string, countryCode?: string): PhoneReading | undefined {
  if (given.length > LONGEST_VALUE) return undefined;
  const text = dialledText(given);
  if (SHORTENED.test(text) || isOtherNumber(text)) return undefined;
  if (SERVICE_CODE.test(text)) return { number: text, extension: '', text, leftOut: '' };
  const service = serviceNumber(text);
  if (service !== undefined) return service;
  let fax: PhoneReading | undefined;
  for (const { 0: run, 1: code = '', 2: plus = '', index } of text.matchAll(RUN)) {
    const start = index + code.length + plus.length;
    const groups = groupsOf(text, start, index + run.length);
    const found = numberIn({ text, index, code, plus, groups, countryCode });
    if (found !== undefined && !FAX.test(text.slice(Math.max(0, index - LONGEST_LABEL), index))) return found;
    fax ??= found;
  }
  return fax;
}

/** Like `readPhone`, but undefined for a number with too few or too many digits for its country. */
export function readWholePhone(given: string, countryCode?: string): PhoneReading | undefined {
  const reading = readPhone(given, countryCode);
  return reading && isWhole(reading.number) ? reading : undefined;
}

export function phoneHref({ number, extension }: PhoneReading): string {
  return `tel:${number.replaceAll('#', '%23')}${extension && `;ext=${extension}`}`;
}

function serviceNumber(text: string): PhoneReading | undefined {
  const written = SERVICE_NUMBER.exec(text)?.[1] ?? '';
  const number = written.replaceAll(' ', '');
  const isService = number.length >= 2 && (number.length < FEWEST_DIGITS || SIX_DIGIT_SERVICE.test(number));
  return isService ? { number, extension: '', text: written, leftOut: '' } : undefined;
}

interface Group {
  readonly digits: string;
  /** Text between the previous digit and this group. */
  readonly before: string;
  readonly start: number;
  readonly end: number;
}

function groupsOf(text: string, start: number, end: number): readonly Group[] {
  let last = start;
  const groups = [...text.slice(start, end).matchAll(/\d+/g)].map(({ 0: digits, index }) => {
    const group = {
      digits,
      before: text.slice(last, start + index),
      start: start + index,
      end: start + index + digits.length,
    };
    last = group.end;
    return group;
  });
  // "24/24 06 12 34 56 78": opening hours precede the number.
  const count = lengthOf(groups);
  const later = groups.findIndex(
    ({ digits, before }, at) =>
      at > 0 && /^0\d/.test(digits) && before.includes(' ') && lengthOf(groups.slice(at)) >= WITHOUT_PLUS,
  );
  const isCode = COUNTRIES.some(({ code }) => code === groups[0]?.digits);
  const isLate = !isCode && text[start - 1] !== '+' && groups[0]?.digits[0] !== '0' && count > 10 && later > 0;
  return isLate ? groups.slice(later) : groups;
}

function lengthOf(groups: readonly Group[]): number {
  return groups.reduce((sum, { digits }) => sum + digits.length, 0);
}

interface Run {
  readonly text: string;
  readonly index: number;
  /** Prefix code such as `#31#`, or ''. */
  readonly code: string;
  readonly plus: string;
  readonly groups: readonly Group[];
  readonly countryCode: string | undefined;
}

function numberIn({ text, index, code, plus, groups, countryCode }: Run): PhoneReading | undefined {
  const all = groups.map(({ digits }) => digits).join('');
  const country = COUNTRIES.find((one) => one.code === countryCode);
  const zeros = plus === '' ? zerosOf(all, groups[0]?.digits) : Number(/^00[1-9]/.test(all)) * 2;
  const plusLeftOut =
    country === undefined
      ? isSurelyInternational(all)
      : (all.startsWith(country.code) && all.length >= country.code.length + WITHOUT_PLUS) ||
        isForeign(all, groups[0]?.digits, country);
  const international = plus !== '' || zeros > 0 || (plusLeftOut && code === '');
  const longest = international
    ? zeros + longestInternational(all.slice(zeros))
    : longestNational(all, groups[0]?.digits.length, country);
  const beforeNational = international ? zeros + callingCodeOf(all.slice(zeros)).length : 0;
  const { count, end } = cut(text, groups, all, longest, beforeNational + FEWEST_DIGITS);
  if (ADDED.test(text.slice(end))) return undefined;
  const most = international ? MOST_DIGITS : MOST_NATIONAL_DIGITS;
  if (count - zeros < FEWEST_DIGITS || count - zeros > most) return undefined;

  const start = groups[0]?.start ?? index;
  const extension = EXTENSION.exec(text.slice(end));
  const rest = text.slice(0, start).replace(code, '') + text.slice(end + (extension?.[0].length ?? 0));
  const written = withoutOddBrackets(text.slice(start, end));
  const named = international
    ? asInternational(all.slice(zeros, count), zeros === 0 ? written : written.replace(DIALLED_FIRST, ''))
    : completed(all.slice(0, count), written, code === '' ? country : undefined);
  return {
    number: code + named.number,
    extension: extension?.[1] ?? '',
    text: code + named.text + (extension ? ` ext. ${extension[1]}` : ''),
    leftOut: /\d/.test(rest) ? rest.trim() : '',
  };
}

/** Maximum digits of this international number, including a trunk 0 that is not dialled. */
function longestInternational(digits: string): number {
  const country = countryOf(digits);
  if (country === undefined) return MOST_DIGITS;
  const { code, digits: national, keepsZero } = country;
  return code.length + national + (!keepsZero && digits[code.length] === '0' ? 1 : 0);
}

/** Without a country, the size of the first group tells French and Swiss numbers, which have ten digits. */
function longestNational(digits: string, first = 0, country?: Country): number {
  if (country !== undefined) return country.digits + (digits.startsWith('0') && !country.keepsZero ? 1 : 0);
  const isTen = /^0[1-9]/.test(digits) && (first === 2 || first === 3 || first === 10 || first === 20);
  return isTen ? 10 : MOST_DIGITS;
}

/** Digit count of the first number, and its end offset in the text. */
function cut(text: string, groups: readonly Group[], all: string, longest: number, fewest: number) {
  let count = 0;
  let end = 0;
  for (const { digits, before, end: next } of groups) {
    if (count === longest || (count >= fewest && endsNumber(before, count, all.length - count))) {
      return { count, end };
    }
    // A lost line break joined two numbers.
    if (count + digits.length > longest && /^0[1-9]\d{8}$/.test(all.slice(longest))) {
      return { count: longest, end: next - (count + digits.length - longest) };
    }
    count += digits.length;
    end = next;
  }
  return withoutUnit(text, groups, count, end);
}

/**
 * A bracket ends a number. A dash or slash between spaces does too if the number is long enough or enough digits
 * follow.
 */
function endsNumber(before: string, count: number, left: number): boolean {
  if (/\(/.test(before)) return true;
  return / [-/]+ /.test(before) && (count >= 10 || left > FEWEST_DIGITS);
}

/** Excludes a last group followed by a letter ("24h"), unless an extension follows. */
function withoutUnit(text: string, groups: readonly Group[], count: number, end: number) {
  const last = groups.at(-1);
  const before = groups.at(-2);
  if (
    last === undefined ||
    before === undefined ||
    !/^\p{L}/u.test(text.slice(end)) ||
    EXTENSION.test(text.slice(end))
  ) {
    return { count, end };
  }
  const shorter = count - last.digits.length;
  return shorter > FEWEST_DIGITS ? { count: shorter, end: before.end } : { count, end };
}

interface Named {
  readonly number: string;
  readonly text: string;
}

/** `+33 (0)6 …` is a common printed form; the 0 after the country code must not be dialled. */
function asInternational(digits: string, written: string): Named {
  const code = callingCodeOf(digits);
  if (digits[code.length] === '0' && !keepsZero(code)) {
    const number = `+${code}${digits.slice(code.length + 1)}`;
    return { number, text: TRUNK.test(written) ? `+${tidy(written.replace(TRUNK, ' '))}` : number };
  }
  return { number: `+${digits}`, text: `+${tidy(written)}` };
}

function completed(digits: string, written: string, chosen: Country | undefined): Named {
  if (chosen === undefined || SIX_DIGIT_SERVICE.test(digits)) return { number: digits, text: tidy(written) };
  const country = countryOfNational(digits, chosen);
  const number = `+${country.code}${country.keepsZero ? digits : digits.replace(/^0/, '')}`;
  return { number, text: number };
}

function tidy(written: string): string {
  return written.replace(/ {2,}/g, ' ').trim();
}

function withoutOddBrackets(written: string): string {
  return written.replace(/\((\d+)\)|[()]/g, (pair, inside?: string) => (inside === undefined ? ' ' : pair));
}

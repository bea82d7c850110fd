import { COUNTRIES, type Country, countryOf } from './country-codes.ts';
import { decoded, LONGEST_VALUE, plainText } from './plain-text.ts';

/** A telephone number found in a text. */
export interface PhoneReading {
  /** As it is dialled: `+33612345678`, `0612345678`, `3949`, `#31#0612345678`. */
  readonly number: string;
  /** Digits dialled once the call is answered, or empty. */
  readonly extension: string;
  /** As it is stored and shown: in the groups it was written in. */
  readonly text: string;
  /** The text has further digits, which are not part of the number. */
  readonly leftOut: boolean;
}

/** E.164. */
const MOST_DIGITS = 15;
/** What is shorter is a service number, which is taken only where it stands alone. */
const FEWEST_DIGITS = 6;
/** Digits and what people write between them, perhaps after a code such as `#31#`, which hides the caller. */
const RUN = /([*#]\d{2,3}[*#])?(\+[ +(]{0,3})?\(?\d(?:[ .\-/()]{0,5}\d)*/g;
const EXTENSION =
  /^[ ,;:.()-]{0,5}(?:(?:ext(?:ension|n)?|poste|interne|int|x|p|#)[ .:=°ºn]{0,4}|,{1,3})(\d{1,7})(?![ .]?\d)/i;
const SERVICE_NUMBER = /^(?:[\p{L}°]{1,12}[ .:]{1,3})?(\d(?: ?\d){1,5})$/u;
const SERVICE_CODE = /^[*#][\d*#]{1,14}$/;
/** Directory enquiries (118 712) and European services (116 117) have six digits and no country code. */
const SIX_DIGIT_SERVICE = /^11[68]\d{3}$/;
const WITHOUT_PLUS = 9;
/** Commas and colons end a number, but not between its pairs. */
const ODD_PAIRS = /\b0\d(?:[,:_]\d\d){4}\b/g;
const oddPairs = (pairs: string) => pairs.replace(/[,:_]/g, ' ');

/**
 * The first telephone number of a text, as people type and paste it.
 * @param countryCode completes a national number; without it national digits stay, and are dialled
 */
export function readPhone(given: string, countryCode?: string): PhoneReading | undefined {
  if (given.length > LONGEST_VALUE) return undefined;
  const text = plainText(decoded(given)).replace(/\[/g, '(').replace(/\]/g, ')').replace(ODD_PAIRS, oddPairs);
  if (SERVICE_CODE.test(text)) return { number: text, extension: '', text, leftOut: false };
  const service = serviceNumber(text);
  if (service !== undefined) return service;
  for (const { 0: run, 1: code = '', 2: plus = '', index } of text.matchAll(RUN)) {
    const start = index + code.length + plus.length;
    const groups = groupsOf(text, start, index + run.length);
    const found = numberIn({ text, index, code, plus, groups, countryCode });
    if (found !== undefined) return found;
  }
  return undefined;
}

/** What a tap on the number opens. */
export function phoneHref({ number, extension }: PhoneReading): string {
  return `tel:${number.replaceAll('#', '%23')}${extension && `;ext=${extension}`}`;
}

function serviceNumber(text: string): PhoneReading | undefined {
  const written = SERVICE_NUMBER.exec(text)?.[1] ?? '';
  const number = written.replaceAll(' ', '');
  const isService = number.length >= 2 && (number.length < FEWEST_DIGITS || SIX_DIGIT_SERVICE.test(number));
  return isService ? { number, extension: '', text: written, leftOut: false } : undefined;
}

interface Group {
  readonly digits: string;
  /** What stands before it, from the digit before. */
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
  // "24/24 06 12 34 56 78": hours stand before the number.
  const count = lengthOf(groups);
  const later = groups.findIndex(
    ({ digits, before }, at) =>
      at > 0 && /^0\d/.test(digits) && before.includes(' ') && lengthOf(groups.slice(at)) >= WITHOUT_PLUS,
  );
  const isLate = text[start - 1] !== '+' && groups[0]?.digits[0] !== '0' && count > 10 && later > 0;
  return isLate ? groups.slice(later) : groups;
}

function lengthOf(groups: readonly Group[]): number {
  return groups.reduce((sum, { digits }) => sum + digits.length, 0);
}

interface Run {
  readonly text: string;
  readonly index: number;
  /** Such as `#31#`, or empty. */
  readonly code: string;
  readonly plus: string;
  readonly groups: readonly Group[];
  readonly countryCode: string | undefined;
}

function numberIn({ text, index, code, plus, groups, countryCode }: Run): PhoneReading | undefined {
  const all = groups.map(({ digits }) => digits).join('');
  const country = COUNTRIES.find((one) => one.code === countryCode);
  const zeros = /^00[1-9]/.test(all) ? 2 : 0;
  const plusLeftOut =
    country !== undefined && all.startsWith(country.code) && all.length >= country.code.length + WITHOUT_PLUS;
  const international = plus !== '' || zeros > 0 || (plusLeftOut && code === '');
  const longest = international
    ? zeros + longestInternational(all.slice(zeros))
    : longestNational(all, groups[0]?.digits.length, country);
  const { count, end } = cut(text, groups, all, longest);
  if (count - zeros < FEWEST_DIGITS || count - zeros > MOST_DIGITS) return undefined;

  const start = groups[0]?.start ?? index;
  const extension = EXTENSION.exec(text.slice(end));
  const rest = text.slice(0, start).replace(code, '') + text.slice(end + (extension?.[0].length ?? 0));
  const written = withoutOddBrackets(text.slice(start, end));
  const named = international
    ? asInternational(all.slice(zeros, count), written.replace(/^0 ?0 ?/, zeros > 0 ? '' : '$&'))
    : completed(all.slice(0, count), written, code === '' ? country : undefined);
  return {
    number: code + named.number,
    extension: extension?.[1] ?? '',
    text: code + named.text + (extension ? ` ext. ${extension[1]}` : ''),
    leftOut: /\d/.test(rest),
  };
}

/** Most digits of an international number that begins so, with a trunk 0 that is not dialled. */
function longestInternational(digits: string): number {
  const country = countryOf(digits);
  if (country === undefined) return MOST_DIGITS;
  const { code, digits: national, keepsZero } = country;
  return code.length + national + (!keepsZero && digits[code.length] === '0' ? 1 : 0);
}

/** Without a country a number in pairs, or of three digits and more, is French or Swiss. */
function longestNational(digits: string, first = 0, country?: Country): number {
  if (country !== undefined) return country.digits + (digits.startsWith('0') && !country.keepsZero ? 1 : 0);
  const isTen = /^0[1-9]/.test(digits) && (first === 2 || first === 3 || first === 10 || first === 20);
  return isTen ? 10 : MOST_DIGITS;
}

/** How many of the digits are the first number, and where it ends in the text. */
function cut(text: string, groups: readonly Group[], all: string, longest: number) {
  let count = 0;
  let end = 0;
  for (const { digits, before, end: next } of groups) {
    if (count === longest || (count >= FEWEST_DIGITS && endsNumber(before, count, all.length - count))) {
      return { count, end };
    }
    // Where a line break was lost two numbers run into each other.
    if (count + digits.length > longest && /^0[1-9]\d{8}$/.test(all.slice(longest))) {
      return { count: longest, end: next - (count + digits.length - longest) };
    }
    count += digits.length;
    end = next;
  }
  return withoutUnit(text, groups, count, end);
}

/** A bracket, or a stroke with blanks around it where enough digits stand on both sides. */
function endsNumber(before: string, count: number, left: number): boolean {
  if (/\(/.test(before)) return true;
  return / [-/]+ /.test(before) && (count >= 10 || left > FEWEST_DIGITS);
}

/** Digits that a letter follows ("24h") are none of a number, unless they are followed by an extension. */
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

/** `+33 (0)6 …` is how many print their number; after the country code the 0 must not be dialled. */
function asInternational(digits: string, written: string): Named {
  const country = countryOf(digits);
  const at = country?.code.length ?? 0;
  if (country && !country.keepsZero && digits[at] === '0') {
    const number = `+${country.code}${digits.slice(at + 1)}`;
    return { number, text: written.includes('(0)') ? `+${tidy(written.replace('(0)', ' '))}` : number };
  }
  if (country === undefined && written.includes('(0)')) {
    const text = `+${tidy(written.replace('(0)', ' '))}`;
    return { number: text.replace(/[^+\d]/g, ''), text };
  }
  return { number: `+${digits}`, text: `+${tidy(written)}` };
}

function completed(digits: string, written: string, country: Country | undefined): Named {
  if (country === undefined || SIX_DIGIT_SERVICE.test(digits)) return { number: digits, text: tidy(written) };
  const number = `+${country.code}${country.keepsZero ? digits : digits.replace(/^0/, '')}`;
  return { number, text: number };
}

function tidy(written: string): string {
  return written.replace(/ {2,}/g, ' ').trim();
}

function withoutOddBrackets(written: string): string {
  return written.replace(/\((\d+)\)|[()]/g, (pair, inside?: string) => (inside === undefined ? ' ' : pair));
}

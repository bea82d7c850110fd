import { COUNTRIES, type Country, countryOf } from './country-codes.ts';

/**
 * False for an international number that is shorter than any of its country, or longer if all have one length; also for
 * a national number, which begins with 0, that the country of this code does not have.
 */
export function isWhole(number: string, countryCode?: string): boolean {
  // Zeros alone fill a field that must not be empty.
  if (/^0{6,}$/.test(number)) return false;
  const isNational = /^0[1-9]/.test(number);
  const country = isNational ? COUNTRIES.find(({ code }) => code === countryCode) : internationalOf(number);
  if (country === undefined) return true;
  const { code, digits, fewest = 0, keepsZero } = country;
  const prefix = isNational ? (keepsZero ? 0 : 1) : 1 + code.length;
  const length = number.length - prefix;
  if (/^0+$/.test(number.slice(prefix))) return false;
  return length >= fewest && (length <= digits || (!isNational && digits !== fewest));
}

function internationalOf(number: string): Country | undefined {
  return number.startsWith('+') ? countryOf(number.slice(1)) : undefined;
}

/**
 * How many digits call abroad: 00, or 011 of America, or a 0 alone that somebody wrote for the plus. The last two only
 * before a whole number, because 01 13 36 12 34 is one of Paris.
 */
export function zerosOf(all: string, first = ''): number {
  if (/^00[1-9]/.test(all)) return 2;
  if (first !== '0' && first !== '011') return 0;
  const rest = all.slice(first.length);
  const isListed = countryOf(rest)?.fewest !== undefined;
  return rest.length > 10 && isListed && isWhole(`+${rest}`) ? first.length : 0;
}

/**
 * Whether these digits are exactly a number of a listed country whose numbers have one length. Not of America, because
 * Chinese numbers begin with 1, too.
 */
export function isSurelyInternational(digits: string): boolean {
  const { code = '', digits: national = 0, fewest, keepsZero } = countryOf(digits) ?? {};
  // 33 (0)6 …
  const zero = digits[code.length] === '0' && !keepsZero ? 1 : 0;
  return code.length > 1 && fewest === national && digits.length === code.length + zero + national;
}

/** A number without a length of its own in the list has at least so many digits. */
const FEWEST = 8;

/**
 * Whether these digits are a number of another listed country without its plus: they are too many for the chosen one.
 * Never true for America, because other numbers begin with 1, too.
 */
export function isForeign(digits: string, first = '', chosen: Country): boolean {
  const { code = '', digits: most = 0, fewest = FEWEST, keepsZero } = countryOf(digits) ?? {};
  const zero = digits[code.length] === '0' && !keepsZero ? 1 : 0;
  const length = digits.length - code.length - zero;
  const isItsNumber = length >= fewest && length <= most;
  return isItsNumber && code.length > 1 && first.length >= code.length && digits.length > chosen.digits;
}

import { parsePhoneNumberFromString } from 'libphonenumber-js/min';

/**
 * Groups an international number for reading: `+33 6 39 98 00 00`. Other text stays unchanged. Loaded on demand,
 * because it contains the numbering rules of every country.
 */
export function groupedNumber(number: string): string {
  const text = number.trim();
  if (!text.startsWith('+')) return number;
  const parsed = parsePhoneNumberFromString(text, { extract: false });
  return parsed?.isPossible() ? parsed.formatInternational() : number;
}

import { parsePhoneNumberFromString } from 'libphonenumber-js/min';

/**
 * An international number in the groups that people read it in: `+33 6 39 98 00 00`. What is no such
 * number stays as it is. Browsers load this when they need it, as it knows every country's rules.
 */
export function groupedNumber(number: string): string {
  const text = number.trim();
  if (!text.startsWith('+')) return number;
  const parsed = parsePhoneNumberFromString(text, { extract: false });
  return parsed?.isPossible() ? parsed.formatInternational() : number;
}

export interface Country {
  /** ISO 3166 region code, used to look up the country's name. */
  readonly region: string;
  readonly code: string;
  /** Maximum number of digits after the country code. */
  readonly digits: number;
  /** Minimum number of digits after the country code, where the numbering plan has one. */
  readonly fewest?: number;
  /** The leading 0 of national numbers is also dialled from abroad. */
  readonly keepsZero?: boolean;
}

/** Countries of most drivers and passengers first, then their neighbours. */
export const COUNTRIES: readonly Country[] = [
  { region: 'FR', code: '33', digits: 9, fewest: 9 },
  { region: 'CH', code: '41', digits: 9, fewest: 9 },
  { region: 'BE', code: '32', digits: 9, fewest: 8 },
  { region: 'LU', code: '352', digits: 11 },
  { region: 'MC', code: '377', digits: 9, fewest: 8 },
  { region: 'DE', code: '49', digits: 11 },
  { region: 'IT', code: '39', digits: 11, keepsZero: true },
  { region: 'ES', code: '34', digits: 9, fewest: 9 },
  { region: 'PT', code: '351', digits: 9, fewest: 9 },
  { region: 'NL', code: '31', digits: 9 },
  { region: 'AT', code: '43', digits: 13 },
  { region: 'GB', code: '44', digits: 10, fewest: 9 },
  { region: 'IE', code: '353', digits: 9 },
  { region: 'MA', code: '212', digits: 9, fewest: 9 },
  { region: 'DZ', code: '213', digits: 9, fewest: 8 },
  { region: 'TN', code: '216', digits: 8, fewest: 8 },
  { region: 'SN', code: '221', digits: 9, fewest: 9 },
  { region: 'CI', code: '225', digits: 10, fewest: 10, keepsZero: true },
  { region: 'GP', code: '590', digits: 9, fewest: 9 },
  { region: 'MQ', code: '596', digits: 9, fewest: 9 },
  { region: 'GF', code: '594', digits: 9, fewest: 9 },
  { region: 'RE', code: '262', digits: 9, fewest: 9 },
  { region: 'CA', code: '1', digits: 10, fewest: 10 },
];

export const DEFAULT_COUNTRY_CODE = '33';

/** Codes of the French overseas territories, and how their numbers begin if they are written as within France. */
const OVERSEAS: readonly (readonly [code: string, national: RegExp])[] = [
  ['590', /^0?(?:590|69[01])/],
  ['594', /^0?[56]94/],
  ['596', /^0?(?:596|69[67])/],
  ['262', /^0?(?:26[239]|69[23]|639[0-7])/],
];

/** The country that completes a national number where this one was chosen. */
export function countryOfNational(digits: string, chosen: Country): Country {
  const code = chosen.code === '33' && OVERSEAS.find(([, national]) => national.test(digits))?.[0];
  return COUNTRIES.find((one) => one.code === code) ?? chosen;
}

/** The listed country with the longest code that these digits begin with. */
export function countryOf(digits: string): Country | undefined {
  let found: Country | undefined;
  for (const country of COUNTRIES) {
    if (digits.startsWith(country.code) && country.code.length > (found?.code.length ?? 0)) found = country;
  }
  return found;
}

/** Calling codes of the world have one, two or three digits. */
const CALLING_CODE = /^(?:[17]|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58]|\d{3})/;
/** The Congo, San Marino and the Vatican, besides the listed countries. */
const KEEPS_ZERO = ['242', '378', '379'];

/** Calling code at the beginning of the digits of an international number; '' if there is none. */
export function callingCodeOf(digits: string): string {
  return CALLING_CODE.exec(digits)?.[0] ?? '';
}

/** Whether numbers of this calling code may begin with a 0 that is also dialled from abroad. */
export function keepsZero(code: string): boolean {
  return KEEPS_ZERO.includes(code) || COUNTRIES.some((one) => one.code === code && one.keepsZero);
}

/** Country code of an international number in the `+` or `00` form; undefined if the country is not listed. */
export function countryCodeOf(number: string): string | undefined {
  const international = /^\s*(?:\+|00)(.*)$/.exec(number)?.[1];
  return international === undefined ? undefined : countryOf(international.replace(/\D/g, ''))?.code;
}

/** Replaces the country code; a number without `from` stays unchanged. */
export function withCountryCode(number: string, from: string, to: string): string {
  return number.startsWith(`+${from}`) ? `+${to}${number.slice(from.length + 1)}` : number;
}

interface Country {
  /** ISO 3166 code, for its name. */
  readonly region: string;
  readonly code: string;
  /** Where the 0 a national number begins with is dialled from abroad too. */
  readonly keepsZero?: boolean;
}

/** Where drivers and their passengers mostly are, then the neighbours. */
export const COUNTRIES: readonly Country[] = [
  { region: 'FR', code: '33' },
  { region: 'CH', code: '41' },
  { region: 'BE', code: '32' },
  { region: 'LU', code: '352' },
  { region: 'MC', code: '377' },
  { region: 'DE', code: '49' },
  { region: 'IT', code: '39', keepsZero: true },
  { region: 'ES', code: '34' },
  { region: 'PT', code: '351' },
  { region: 'NL', code: '31' },
  { region: 'AT', code: '43' },
  { region: 'GB', code: '44' },
  { region: 'IE', code: '353' },
  { region: 'MA', code: '212' },
  { region: 'DZ', code: '213' },
  { region: 'TN', code: '216' },
  { region: 'SN', code: '221' },
  { region: 'CI', code: '225', keepsZero: true },
  { region: 'GP', code: '590' },
  { region: 'MQ', code: '596' },
  { region: 'GF', code: '594' },
  { region: 'RE', code: '262' },
  { region: 'CA', code: '1' },
];

export const DEFAULT_COUNTRY_CODE = '33';

/** The country code an international number begins with, if it is one of ours. */
export function countryCodeOf(number: string): string | undefined {
  const international = /^\s*(?:\+|00)(.*)$/.exec(number)?.[1];
  if (international === undefined) return undefined;
  const digits = international.replace(/\D/g, '');
  const codes = COUNTRIES.map(({ code }) => code).filter((code) => digits.startsWith(code));
  return codes.sort((a, b) => b.length - a.length)[0];
}

/**
 * A number as WhatsApp needs it: with its country code. `06…` and other national numbers get the
 * chosen code, `00…` becomes `+…`, and what is international already is left as typed.
 */
export function toInternational(input: string, countryCode: string): string {
  const typed = input.trim();
  const digits = typed.replace(/\D/g, '');
  if (digits === '' || typed.startsWith('+')) return typed;
  if (digits.startsWith('00')) return `+${digits.slice(2)}`;
  // Long and beginning with the code: an international number whose + was left out.
  if (digits.startsWith(countryCode) && digits.length >= countryCode.length + 9) return `+${digits}`;
  const country = COUNTRIES.find(({ code }) => code === countryCode);
  return `+${countryCode}${country?.keepsZero ? digits : digits.replace(/^0/, '')}`;
}

/** What people write between the digits of a number. */
const NUMBER = /^[\d\s().\-/\u00a0\u2010-\u2015\u202f]+$/;
/** Service numbers such as 3640 are dialled in one country alone. */
const SHORTEST_NATIONAL = 6;

/** A number that can be dialled from abroad, where a national one was typed; anything else stays as typed. */
export function toCallable(input: string, countryCode: string): string {
  const typed = input.trim();
  const digits = typed.replace(/\D/g, '');
  return NUMBER.test(typed) && digits.length >= SHORTEST_NATIONAL ? toInternational(typed, countryCode) : typed;
}

/** The same number under another country code; a number without one stays as it is. */
export function withCountryCode(number: string, from: string, to: string): string {
  return number.startsWith(`+${from}`) ? `+${to}${number.slice(from.length + 1)}` : number;
}

/*
 * Register numbers of a driver's business in France. Each reader finds the number in a text as people write it, and
 * returns its stored form; undefined if no such number can exist.
 */

/** What a driver drives; only vehicles with a driver booked beforehand (VTC) have booking vouchers. */
export const TRADES = ['', 'vtc', 'taxi'] as const;

/** Without separators, in capitals. */
const plain = (given: string) => given.replace(/[^\dA-Za-z]/g, '').toUpperCase();

/** The check digit of Luhn, from the right. */
function passesLuhn(digits: string): boolean {
  const sum = [...digits].reverse().reduce((total, digit, index) => {
    const value = Number(digit) * (1 + (index % 2));
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}

/** The nine digits of a company, alone, at the start of a SIRET, or at the end of a French VAT number. */
function readSiren(given: string): string | undefined {
  const written = plain(given);
  const [, key, ofVat] = /^FR(\d{2})(\d{9})$/.exec(written) ?? [];
  const siren = ofVat ?? /^(?:SIRE[NT])?(\d{9})(?:\d{5})?$/.exec(written)?.[1];
  if (siren === undefined || siren === '000000000' || !passesLuhn(siren)) return undefined;
  const isOwnKey = key === undefined || Number(key) === (12 + 3 * (Number(siren) % 97)) % 97;
  return isOwnKey ? siren : undefined;
}

/** The number in the register of VTC: EVTC, department, year and a serial number, nine digits in all. */
function readRevtc(given: string): string | undefined {
  const digits = /^(?:RE|E)?(?:VTC)?(?:EVTC)?(\d{9})$/.exec(plain(given))?.[1];
  return digits === undefined || Number(digits) === 0 ? undefined : `EVTC${digits}`;
}

/** As printed on the card: prefectures number them differently. */
function readCard(given: string): string | undefined {
  const written = plain(given);
  return /^[A-Z]{0,4}\d{5,14}$/.test(written) ? written : undefined;
}

/** No plate has I, O or U, which look like digits or V. */
const SIV = /^([A-HJ-NP-TV-Z]{2})(\d{3})([A-HJ-NP-TV-Z]{2})$/;
const FNI = /^([1-9]\d{0,3})([A-HJ-NP-TV-Z]{1,3})(0[1-9]|[1-8]\d|9[0-5]|2[AB]|97[1-8])$/;

/** A plate since 2009 (AA-123-AA), or one of before with its department (1234 AB 75). */
function readPlate(given: string): string | undefined {
  const written = plain(given);
  const siv = SIV.exec(written);
  if (siv !== null) {
    const [, first, number, last] = siv;
    const isGiven = number !== '000' && first !== 'SS' && first !== 'WW' && last !== 'SS';
    return isGiven ? `${first}-${number}-${last}` : undefined;
  }
  return FNI.exec(written)?.slice(1).join(' ');
}

/** The number of a taxi's licence in its town. */
function readAds(given: string): string | undefined {
  return /^(?:ADS)?N?0{0,5}([1-9]\d{0,5}[A-Z]?)$/.exec(plain(given))?.[1];
}

export const REGISTERS = {
  siren: { read: readSiren, longest: 9, code: 'SIREN_INVALID' },
  revtc: { read: readRevtc, longest: 13, code: 'REVTC_INVALID' },
  professionalCard: { read: readCard, longest: 18, code: 'PROFESSIONAL_CARD_INVALID' },
  plate: { read: readPlate, longest: 12, code: 'PLATE_INVALID' },
  adsNumber: { read: readAds, longest: 7, code: 'ADS_NUMBER_INVALID' },
} as const;

export type Register = keyof typeof REGISTERS;
export const REGISTER_FIELDS = Object.keys(REGISTERS) as readonly Register[];
/** Codes of the refusals of a number that cannot exist. */
export const REGISTER_CODES = REGISTER_FIELDS.map((register) => REGISTERS[register].code);

export function isRegister(text: string): text is Register {
  return Object.hasOwn(REGISTERS, text);
}

/** A SIREN as people write it. */
export function groupedSiren(siren: string): string {
  return siren.replace(/(\d{3})(?=\d)/g, '$1\u00a0');
}

import { DomainError } from '@volant/infra/errors/domain-error';
import { readWholePhone } from '@volant/proto/contact/phone';
import { cleanLine } from '@volant/proto/text/clean-text';

/** E.164: a country code that does not begin with 0, 8 to 15 digits in total. */
const INTERNATIONAL = /^\+[1-9]\d{7,14}$/;
/** Includes the characters between and around the digits. */
const MAX_WRITTEN = 100;

/**
 * Parses a phone number into its international form; null if none is given.
 * @param countryCode of a national number, which is refused without it
 * @throws DomainError PHONE_INVALID
 */
export function parsePhone(text: string | null, countryCode?: string): string | null {
  if (text !== null && text.length > MAX_WRITTEN) throw new DomainError('PHONE_INVALID');
  if (cleanLine(text ?? '') === '') return null;
  const phone = readWholePhone(text ?? '', countryCode);
  if (phone === undefined || !INTERNATIONAL.test(phone.number)) throw new DomainError('PHONE_INVALID');
  return `${phone.number}${phone.extension && ` ext. ${phone.extension}`}`;
}

import { DomainError } from '@volant/infra/errors/domain-error';
import { cleanLine } from '@volant/proto/text/clean-text';

/** What people write between the digits. */
const SEPARATORS = /[\s().\-/\u00A0\u2010-\u2015\u202F]/g;
/** E.164: a country code that does not begin with 0, 8 to 15 digits in all. */
const INTERNATIONAL = /^\+[1-9]\d{7,14}$/;
/** With what stands between the digits and around them. */
const MAX_WRITTEN = 100;

/**
 * A telephone number in its international form, or null where none is given.
 * @throws DomainError PHONE_INVALID
 */
export function parsePhone(text: string | null): string | null {
  if (text !== null && text.length > MAX_WRITTEN) throw new DomainError('PHONE_INVALID');
  const written = cleanLine(text ?? '');
  if (written === '') return null;
  // "+33 (0)6 …" is how a number is often printed; the 0 is not dialled after the country code.
  const digits = written.replace(/\(0\)/, '').replace(SEPARATORS, '').replace(/^00/, '+');
  if (!INTERNATIONAL.test(digits)) throw new DomainError('PHONE_INVALID');
  return digits;
}

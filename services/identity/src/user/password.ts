import { DomainError } from '@volant/infra/errors/domain-error';
import { normalised } from '@volant/infra/text/outside-text';

const MIN_LENGTH = 6;
const MAX_LENGTH = 128;
/** Characters beyond the basic plane have two code units, and accents may be written apart. */
const MAX_WRITTEN = 4 * MAX_LENGTH;

/**
 * A password in the one form that is hashed and compared: keyboards write the same accent in two ways.
 * @throws DomainError PASSWORD_LENGTH
 */
export function parsePassword(text: string): string {
  if (text.length > MAX_WRITTEN) throw new DomainError('PASSWORD_LENGTH');
  const password = normalised(text, 'NFC', MAX_WRITTEN);
  const length = [...password].length;
  if (length < MIN_LENGTH || length > MAX_LENGTH) throw new DomainError('PASSWORD_LENGTH');
  return password;
}

import { DomainError } from '@volant/infra/errors/domain-error';

const MIN_LENGTH = 6;
const MAX_LENGTH = 128;

/**
 * A password in the one form that is hashed and compared: keyboards write the same accent in two ways.
 * @throws DomainError PASSWORD_LENGTH
 */
export function parsePassword(text: string): string {
  // A text this long is refused before it is worked on.
  const password = text.length > MAX_LENGTH * 4 ? undefined : text.normalize('NFC');
  const length = password === undefined ? 0 : [...password].length;
  if (password === undefined || length < MIN_LENGTH || length > MAX_LENGTH) throw new DomainError('PASSWORD_LENGTH');
  return password;
}

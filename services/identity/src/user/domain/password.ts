import { DomainError } from '@volant/infra/errors/domain-error';
import { normalised } from '@volant/infra/text/outside-text';
import { cleanPassword, typedPassword } from '@volant/proto/text/clean-text';

const MIN_LENGTH = 6;
const MAX_LENGTH = 128;
/** Bound in code units: characters beyond the basic plane have two, and accents may be written separately. */
const MAX_WRITTEN = 4 * MAX_LENGTH;

/**
 * Normalizes a new password to the form that is hashed: keyboards write the same accent in two ways, and characters
 * that no keyboard types (the line break a password manager adds) could never be typed again.
 * @param field that contains the password
 * @throws DomainError PASSWORD_LENGTH
 */
export function parsePassword(text: string, field = 'password'): string {
  if (text.length > MAX_WRITTEN) throw new DomainError('PASSWORD_LENGTH', { field });
  const password = normalised(cleanPassword(text), 'NFC', MAX_WRITTEN);
  if (!hasLength(password)) throw new DomainError('PASSWORD_LENGTH', { field });
  return password;
}

/**
 * Forms of a given password that an account may have been hashed with; the unchanged one first, because earlier
 * releases hashed characters that no keyboard types, and blanks around a password. Contains at least one form, which
 * matches no account if the length is wrong.
 */
export function passwordForms(text: string): readonly string[] {
  if (text.length > MAX_WRITTEN) return [''];
  const written = [text, typedPassword(text), cleanPassword(text)];
  const forms = written.map((form) => normalised(form, 'NFC', MAX_WRITTEN)).filter(hasLength);
  return forms.length === 0 ? [''] : [...new Set(forms)];
}

function hasLength(password: string): boolean {
  const length = [...password].length;
  return length >= MIN_LENGTH && length <= MAX_LENGTH;
}

import { emailParts, isEmail, LONGEST_EMAIL } from '@volant/proto/contact/email';
import { cleanLine } from '@volant/proto/text/clean-text';
import { DomainError, type ErrorCatalogue } from '../errors/domain-error.ts';
import { normalised } from './outside-text.ts';

/** With the blanks around it, and an accent written as a character of its own. */
const MAX_WRITTEN = 4 * LONGEST_EMAIL;

/** For those who take addresses. */
export const EMAIL_ERRORS = {
  EMAIL_INVALID: {
    status: 400,
    field: 'email',
    fr: 'Cette adresse e-mail n’est pas valide.',
    en: 'This email address is not valid.',
  },
} as const satisfies ErrorCatalogue;

/**
 * The address as the person wrote it, without what came along unseen.
 * @throws DomainError EMAIL_INVALID
 */
export function parseEmail(text: string): string {
  if (text.length > MAX_WRITTEN) throw new DomainError('EMAIL_INVALID');
  const address = normalised(cleanLine(text), 'NFC', MAX_WRITTEN);
  if (!isEmail(address)) throw new DomainError('EMAIL_INVALID');
  return address;
}

/** Whether anybody could have the address: what is longer has no key. */
export function mayBeEmail(text: string): boolean {
  return text.length <= MAX_WRITTEN && cleanLine(text).length <= LONGEST_EMAIL;
}

/** Equal for addresses that differ in nothing but letter case or the spelling of an international domain. */
export function emailKey(text: string): string {
  const { local, domain } = emailParts(normalised(cleanLine(text), 'NFC', LONGEST_EMAIL));
  return `${local.toLowerCase()}@${domain}`;
}

import { emailParts, isEmail, LONGEST_EMAIL } from '@volant/proto/contact/email';
import { bareWord, plainText } from '@volant/proto/contact/plain-text';
import { cleanLine } from '@volant/proto/text/clean-text';
import { DomainError } from '../errors/domain-error.ts';
import { errorCatalogue, infraTexts } from '../errors/error-catalogue.ts';
import { normalised } from './outside-text.ts';

/** Allows for surrounding blanks and decomposed accents. */
const MAX_WRITTEN = 4 * LONGEST_EMAIL;

/** Codes of every process that accepts e-mail addresses. */
export const EMAIL_ERRORS = await errorCatalogue(
  {
    EMAIL_INVALID: { status: 400, field: 'email' },
  },
  infraTexts,
);

/** The address as typed, without invisible characters and what programs copy with it: a name, brackets, `mailto:`. */
function addressIn(text: string): string {
  const address = normalised(cleanLine(text), 'NFC', MAX_WRITTEN);
  const plain = plainText(address);
  if (isEmail(address) || plain.indexOf('@') !== plain.lastIndexOf('@')) return address;
  const [word = ''] = plain
    .slice(plain.lastIndexOf('<') + 1)
    .replace(/^mailto:\/*/i, '')
    .split('?');
  return bareWord(word).trim();
}

/** @throws DomainError EMAIL_INVALID */
export function parseEmail(text: string): string {
  if (text.length > MAX_WRITTEN) throw new DomainError('EMAIL_INVALID');
  const address = addressIn(text);
  if (!isEmail(address)) throw new DomainError('EMAIL_INVALID');
  return address;
}

/** Whether the text can be an address; a longer one has no key. */
export function mayBeEmail(text: string): boolean {
  return text.length <= MAX_WRITTEN && cleanLine(text).length <= LONGEST_EMAIL;
}

/** Equal for addresses that differ only in letter case or in the encoding of an international domain. */
export function emailKey(text: string): string {
  const { local, domain } = emailParts(addressIn(text));
  return `${local.toLowerCase()}@${domain}`;
}

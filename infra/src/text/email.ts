import { domainToASCII } from 'node:url';
import { cleanLine } from '@volant/proto/text/clean-text';
import { DomainError, type ErrorCatalogue } from '../errors/domain-error.ts';
import { normalised } from './outside-text.ts';

const MAX_LENGTH = 254;
/** With the blanks around it, and an accent written as a character of its own. */
const MAX_WRITTEN = 4 * MAX_LENGTH;
const MAX_LOCAL_LENGTH = 64;
/** Any letter may stand before the @; what RFC 5322 admits only in quotes may not. */
const LOCAL_PART = /^[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~-]+(?:\.[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~-]+)*$/u;
const LABEL = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;
const LAST_LABEL = /^[a-z](?:[a-z0-9-]{0,61}[a-z0-9])$/;

/** For those who take addresses. */
export const EMAIL_ERRORS = {
  EMAIL_INVALID: {
    status: 400,
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
  if (address.length > MAX_LENGTH) throw new DomainError('EMAIL_INVALID');
  const { local, domain } = split(address);
  if (local.length > MAX_LOCAL_LENGTH || !LOCAL_PART.test(local) || !isDomain(domain)) {
    throw new DomainError('EMAIL_INVALID');
  }
  return address;
}

/** Whether anybody could have the address: what is longer has no key. */
export function mayBeEmail(text: string): boolean {
  return text.length <= MAX_WRITTEN && cleanLine(text).length <= MAX_LENGTH;
}

/** Equal for addresses that differ in nothing but letter case or the spelling of an international domain. */
export function emailKey(text: string): string {
  const { local, domain } = split(normalised(cleanLine(text), 'NFC', MAX_LENGTH));
  return `${local.toLowerCase()}@${domain}`;
}

function isDomain(domain: string): boolean {
  const labels = domain.split('.');
  const last = labels.pop() ?? '';
  return labels.length > 0 && LAST_LABEL.test(last) && labels.every((label) => LABEL.test(label));
}

function split(address: string): { readonly local: string; readonly domain: string } {
  const at = address.lastIndexOf('@');
  // A text that is no domain becomes '', which no rule above admits.
  return { local: address.slice(0, Math.max(at, 0)), domain: domainToASCII(address.slice(at + 1)) };
}

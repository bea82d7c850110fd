import { domainToASCII } from 'node:url';
import { DomainError } from '../errors/domain-error.ts';

const MAX_LENGTH = 254;
const MAX_LOCAL_LENGTH = 64;
/** Any letter may stand before the @; what RFC 5322 admits only in quotes may not. */
const LOCAL_PART = /^[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~-]+(?:\.[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~-]+)*$/u;
const DOMAIN = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])$/;

/**
 * The address as the person wrote it, trimmed.
 * @throws DomainError EMAIL_INVALID
 */
export function parseEmail(text: string): string {
  const address = text.trim().normalize('NFC');
  const { local, domain } = split(address);
  const valid =
    address.length <= MAX_LENGTH && local.length <= MAX_LOCAL_LENGTH && LOCAL_PART.test(local) && DOMAIN.test(domain);
  if (!valid) throw new DomainError('EMAIL_INVALID');
  return address;
}

/** Equal for addresses that differ in nothing but letter case or the spelling of an international domain. */
export function emailKey(text: string): string {
  const { local, domain } = split(text.trim().normalize('NFC'));
  return `${local.toLowerCase()}@${domain}`;
}

function split(address: string): { readonly local: string; readonly domain: string } {
  const at = address.lastIndexOf('@');
  // A text that is no domain becomes '', which no rule above admits.
  return { local: address.slice(0, Math.max(at, 0)), domain: domainToASCII(address.slice(at + 1)) };
}

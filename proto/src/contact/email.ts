import { bareWord, decoded, LONGEST_VALUE, plainText, without } from './plain-text.ts';

/** An e-mail address found in a text. */
export interface EmailReading {
  readonly address: string;
  /** What a tap on it opens. */
  readonly href: string;
}

export const LONGEST_EMAIL = 254;
const LONGEST_LOCAL_PART = 64;
/** Any letter may stand before the @; what RFC 5322 admits only in quotes may not. */
const LOCAL_PART = /^[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~-]+(?:\.[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~-]+)*$/u;
const LABEL = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;
const LAST_LABEL = /^[a-z](?:[a-z0-9-]{0,61}[a-z0-9])$/;

/** The first address of a text, as people type and paste it: in a `mailto:` link, in brackets, after a label. */
export function readEmail(given: string): EmailReading | undefined {
  if (given.length > LONGEST_VALUE) return undefined;
  const text = /mailto:/i.test(given) ? decoded(given) : given;
  const [address] = plainText(text)
    .split(/[\s<>,;|]+/)
    .map(addressIn)
    .filter(isEmail);
  if (address === undefined) return undefined;
  return { address, href: emailHref(address) };
}

/** Whether the text is an address and nothing else. */
export function isEmail(text: string): boolean {
  if (text.length > LONGEST_EMAIL) return false;
  const { local, domain } = emailParts(text);
  if (local.length > LONGEST_LOCAL_PART || !LOCAL_PART.test(local)) return false;
  const labels = domain.split('.');
  const last = labels.pop() ?? '';
  return labels.length > 0 && LAST_LABEL.test(last) && labels.every((label) => LABEL.test(label));
}

/** What stands before the @, and the domain as DNS knows it: '' for a text that is no domain. */
export function emailParts(text: string): { readonly local: string; readonly domain: string } {
  const at = text.lastIndexOf('@');
  return { local: text.slice(0, Math.max(at, 0)), domain: asciiDomain(text.slice(at + 1)) };
}

function asciiDomain(domain: string): string {
  // What would end the host of an address, or be something else than a name in it.
  if (/[\s/\\?#:@%[\]<>^|]|\p{Cc}|\p{Cf}/u.test(domain)) return '';
  try {
    return new URL(`http://${domain}`).hostname;
  } catch {
    return '';
  }
}

function addressIn(word: string): string {
  const address = without(bareWord(word.slice(word.lastIndexOf(':', word.lastIndexOf('@')) + 1)), '/', '/');
  // What follows is the subject or the copies of a link.
  const copies = address.indexOf('?', address.indexOf('@'));
  return copies < 0 ? address : address.slice(0, copies);
}

function emailHref(address: string): string {
  // A ? or & in an address must not begin the mail's subject or copies.
  return `mailto:${encodeURIComponent(address).replace('%40', '@').replaceAll('%2B', '+')}`;
}

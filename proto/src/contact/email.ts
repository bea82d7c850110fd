import { bareWord, decoded, LONGEST_VALUE, plainText, unmarked, without } from './plain-text.ts';

/** E-mail address found in a text. */
export interface EmailReading {
  readonly address: string;
  readonly href: string;
}

export const LONGEST_EMAIL = 254;
const LONGEST_LOCAL_PART = 64;
/** Allows letters of any script; excludes characters that RFC 5322 admits only in quotes. */
const LOCAL_PART = /^[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~-]+(?:\.[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~-]+)*$/u;
const LABEL = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;
const LAST_LABEL = /^[a-z](?:[a-z0-9-]{0,61}[a-z0-9])$/;

/** Also signs of mail, glued to an address. */
const BETWEEN = /[\ufe0f\s<>,;|→،؛、\p{Extended_Pictographic}]+/u;
/** A number or a website. */
const NO_LOCAL_PART = /\d$|\.[a-z]{2,63}$/i;
/** What people write against programs that collect addresses. */
const HIDDEN_AT = / ?[[({](?:at|arobase|a|@)[\])}] ?/i;
const HIDDEN_DOT = / ?[[({](?:dot|point|\.)[\])}] ?/gi;

/** First e-mail address in typed or pasted text: inside a `mailto:` link, in brackets, or after a label. */
export function readEmail(given: string): EmailReading | undefined {
  if (given.length > LONGEST_VALUE) return undefined;
  const text = plainText(decoded(given));
  const [address] = withoutBlanks(text).split(BETWEEN).map(addressIn).filter(isEmail);
  if (address === undefined) return undefined;
  return { address, href: emailHref(address) };
}

/** Keyboards of phones set a blank after a suggested word and after a dot, beside which is the comma. */
export function withoutBlanks(text: string): string {
  return text
    .replace(HIDDEN_AT, '@')
    .replace(HIDDEN_DOT, '.')
    .replace(/^([^\s@]{1,64}) ?@ ?([^\s@]{1,254})$/, '$1@$2')
    .replace(/^([^\s@]{1,64}) ?@ ?([^\s@.,]{1,63}) ?[.,] ?([a-z]{2,63})$/i, '$1@$2.$3');
}

/** Whether the whole text is one e-mail address. */
export function isEmail(text: string): boolean {
  if (text.length > LONGEST_EMAIL) return false;
  const { local, domain } = emailParts(text);
  if (local.length > LONGEST_LOCAL_PART || !LOCAL_PART.test(local)) return false;
  const labels = domain.split('.');
  const last = labels.pop() ?? '';
  return labels.length > 0 && LAST_LABEL.test(last) && labels.every((label) => LABEL.test(label));
}

/** Local part, and domain in the ASCII form that DNS uses; the domain is '' if it is invalid. */
export function emailParts(text: string): { readonly local: string; readonly domain: string } {
  const at = text.lastIndexOf('@');
  return { local: text.slice(0, Math.max(at, 0)), domain: asciiDomain(text.slice(at + 1)) };
}

function asciiDomain(domain: string): string {
  // Others would end the host of a URL or change its meaning, or are punctuation of a sentence.
  if (/[^\p{L}\p{M}\p{N}.-]/u.test(domain)) return '';
  try {
    return new URL(`http://${domain}`).hostname;
  } catch {
    return '';
  }
}

function addressIn(given: string): string {
  const word = unmarked(given, '*_~`');
  // The name and the password in an address of the web are no address of a person.
  if (/:\/\//.test(word) && !/mailto:/i.test(word)) return '';
  // A link without a recipient.
  if (/mailto:\?/i.test(word)) return '';
  const alone = besideSlash(word);
  const address = without(bareWord(alone.slice(alone.lastIndexOf(':', alone.lastIndexOf('@')) + 1)), '/', '/');
  // Cut off the subject and cc parameters of a `mailto:` link.
  const copies = address.indexOf('?', address.indexOf('@'));
  return copies < 0 ? address : address.slice(0, copies);
}

/** The address that only a slash separates from another one, a number or a website. */
function besideSlash(word: string): string {
  const parts = word.split('/');
  const [first = word, second] = parts.filter((part) => part.includes('@'));
  const isApart = second !== undefined || (parts.at(-1) === first && NO_LOCAL_PART.test(parts.at(-2) ?? ''));
  return isApart ? first : word;
}

function emailHref(address: string): string {
  // Encode ? and & so that they do not start a subject or cc parameter.
  return `mailto:${encodeURIComponent(address).replace('%40', '@').replaceAll('%2B', '+')}`;
}

import { bareWord, decoded, LONGEST_VALUE, plainText, unmarked } from './plain-text.ts';

/** Website URL found in a text. */
export interface WebsiteReading {
  readonly href: string;
  /** Stored and displayed form: the original text, unless it had to be repaired. */
  readonly text: string;
}

/** `https://https://`, `http//`, `htpps:/`, `https.//`, `//` and other schemes that were mistyped or broken by pasting. */
const SCHEMES = /^(?:(?:www\.)?h{0,2}t{1,3}p{1,2}s{0,2}(?:[:;][/\\]*|[.,]?\/\/+:?)|:?\/\/+)+/i;
/** What people write before an address, and a blank that a French keyboard sets before a colon. */
const LABEL = /^(?:site(?: (?:web|internet))?|web(?:site)?|url|lien|link) {0,2}: {0,2}(?!\/\/)/i;
const BROKEN_COLON = /\b(https?) {1,2}:/gi;
/** A whole address within other text, or one of several. */
const WITHIN = /https?:\/\/[^\s<>"'()[\]|;]+/i;
const NEXT_ADDRESS = /,(https?:)/gi;
/** Two addresses that were pasted together. */
const NEXT_SCHEME = /https?:\/\//gi;
const ENDING = /\.\p{L}{2,20}$/u;
const apart = (scheme: string, at: number, text: string) =>
  ENDING.test(text.slice(Math.max(at - 20, 0), at)) ? ` ${scheme}` : scheme;
/** JSON has a \ before some signs. */
const ESCAPED = /\\([:/,;])/g;
/** `www.exemple` or `exemple.f`: the ending was left out, or a part of it. */
const WITHOUT_ENDING = /^https?:\/\/(?:www\.[^./?#:]+|[^/?#:]*\.\p{L})(?:[/?#:]|$)/iu;
/** Signs that people set around a link. */
const SIGNS = /^[\ufe0f→\p{Extended_Pictographic}]+/u;
const SIGN = /[\ufe0f\p{Extended_Pictographic}]/u;
/** Browsers read \ before the parameters as /, and other programs do not. */
const BEFORE_QUERY = /^[^?#]*/;
const withSlashes = (address: string) => address.replaceAll('\\', '/');
const WHOLE_SCHEME = /^https?:\/\/$/i;
/** Keyboards of phones set a blank after a dot. */
const SPOKEN = /^(?:https?:\/\/)?(?:[\p{L}\p{N}-]{1,63} ?\. ?){1,4}[a-z]{2,24}$/u;
/** The words behind it may be the name of another's site. */
const BROKEN_HOST = /^https?:\/\/[^\s./:]+\s/i;
const FILE = /\.\w{2,5}$/;
const WITH_BLANKS = /^https?:\/\/[^\s/]+\/\S+\s/i;
/** A dotted name, an IP address or localhost. */
const HOST =
  /^https?:\/\/(?:[\p{L}\p{N}][\p{L}\p{M}\p{N}_-]*(?:\.[\p{L}\p{N}][\p{L}\p{M}\p{N}_-]*)+\.?|localhost|\[[\da-f:.]+\])(?::\d+)?(?:[/?#]|$)/iu;

/** First URL in the text that a browser can open. */
export function readWebsite(given: string): WebsiteReading | undefined {
  if (given.length > LONGEST_VALUE) return undefined;
  const whole = /^\s*https?%3a/i.test(given) ? decoded(given) : given;
  const text = plainText(whole)
    .replace(ESCAPED, '$1')
    .replace(LABEL, '')
    .replace(BROKEN_COLON, '$1:')
    .replace(NEXT_ADDRESS, ' $1')
    .replace(NEXT_SCHEME, apart)
    .replace(SPOKEN, (address) => address.replace(/ /g, ''));
  if (BROKEN_HOST.test(text)) return undefined;
  const isOne = WITH_BLANKS.test(text) && !isFollowed(given, text);
  const words = isOne ? [text.replace(/\s+/g, '%20')] : text.split(/[\s|]+/);
  return [...words, addressWithin(text)]
    .map(webAddress)
    .find((found) => found !== undefined && HOST.test(found.href) && !WITHOUT_ENDING.test(found.href));
}

/** Browsers display blanks in a path decoded, but a sentence or a line below is no part of it. */
function isFollowed(value: string, text: string): boolean {
  return /[\r\n]/.test(value.trim()) || /\shttps?:/i.test(text) || (/\s\p{Lu}/u.test(text) && !FILE.test(text));
}

/** The first whole address in a text, such as a link of a page or of Markdown; '' if there is none. */
export function addressWithin(text: string): string {
  return WITHIN.exec(text)?.[0] ?? '';
}

/** URL of a word: with a scheme, anything that parses; without one, anything that looks like a domain. */
export function webAddress(word: string): WebsiteReading | undefined {
  const written = bareWord(unmarked(withoutSigns(word), '_'));
  const [schemes = ''] = SCHEMES.exec(written) ?? [];
  const rest = written.slice(schemes.length);
  if (schemes === '') return isBareAddress(rest) ? opened(`https://${rest}`, rest) : undefined;
  if (WHOLE_SCHEME.test(schemes)) return opened(written.replace(BEFORE_QUERY, withSlashes));
  const [last = 'tps'] = schemes.toLowerCase().match(/tp+s*/g)?.slice(-1) ?? [];
  const scheme = last.endsWith('s') ? 'https' : 'http';
  return isBareAddress(rest) ? opened(`${scheme}://${rest}`) : undefined;
}

/** Names of hosts and paths may have signs, too. */
function withoutSigns(word: string): string {
  const link = word.replace(SIGNS, '');
  const [before = ''] = link.split(SIGN, 1);
  const isHost = before.includes('.') && !/[^/:]\/|[?#]/.test(before) && !link.slice(before.length).includes('.');
  return isHost ? before : link;
}

function opened(href: string, text = href): WebsiteReading | undefined {
  try {
    const { username, password } = new URL(href);
    // Everybody would read a password, and take a name before the host for the host.
    return username === '' && password === '' ? { href, text } : undefined;
  } catch {
    return undefined;
  }
}

/** Dotted host whose last label consists of letters, optionally with a port and a path. */
function isBareAddress(value: string): boolean {
  if (/\s/.test(value)) return false;
  const host = /^([\p{L}\p{M}\p{N}.-]+)(?::\d+)?(?:[/?#].*)?$/u.exec(value)?.[1] ?? '';
  return /^[\p{L}\p{N}]\S*\.(?:[\p{L}\p{M}]{2,}|xn--[a-z\d-]+)$/iu.test(host);
}

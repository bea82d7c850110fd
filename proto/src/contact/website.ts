import { bareWord, LONGEST_VALUE, plainText } from './plain-text.ts';

/** The address of a website found in a text. */
export interface WebsiteReading {
  /** What a tap opens. */
  readonly href: string;
  /** As it is stored and shown: as it was written, unless it had to be repaired. */
  readonly text: string;
}

/** `https://https://`, `http//`, `http:/`, `//` and what else pasting makes of a scheme. */
const SCHEMES = /^(?:(?:www\.)?h?t{1,2}ps?(?:[:;][/\\]*|\/\/+:?)|\/\/+)+/i;
const WHOLE_SCHEME = /^https?:\/\/$/i;
const WITH_BLANKS = /^https?:\/\/[^\s/]+\/\S+\s/i;
/** A name with a dot, an address in numbers, or this machine. */
const HOST =
  /^https?:\/\/(?:[^/?#@]*@)?(?:[\p{L}\p{N}][\p{L}\p{M}\p{N}_-]*(?:\.[\p{L}\p{N}][\p{L}\p{M}\p{N}_-]*)+\.?|localhost|\[[\da-f:.]+\])(?::\d+)?(?:[/?#]|$)/iu;

/** The first address of a text that a browser can open. */
export function readWebsite(given: string): WebsiteReading | undefined {
  if (given.length > LONGEST_VALUE) return undefined;
  const text = plainText(given);
  // A whole address with blanks in its path, as a browser shows it, is one address.
  const words = WITH_BLANKS.test(text) ? [text.replace(/\s+/g, '%20')] : text.split(/\s+/);
  return words.map(webAddress).find((found) => found !== undefined && HOST.test(found.href));
}

/** The web address that a word is: with a scheme whatever parses, without one what looks like a domain. */
export function webAddress(word: string): WebsiteReading | undefined {
  const written = bareWord(word);
  const [schemes = ''] = SCHEMES.exec(written) ?? [];
  const rest = written.slice(schemes.length);
  if (schemes === '') return isBareAddress(rest) ? opened(`https://${rest}`, rest) : undefined;
  if (WHOLE_SCHEME.test(schemes)) return opened(written, written);
  const last = schemes.toLowerCase().lastIndexOf('tp');
  const scheme = last < 0 || /s/i.test(schemes.charAt(last + 2)) ? 'https' : 'http';
  return isBareAddress(rest) ? opened(`${scheme}://${rest}`) : undefined;
}

function opened(href: string, text = href): WebsiteReading | undefined {
  try {
    new URL(href);
    return { href, text };
  } catch {
    return undefined;
  }
}

/** An address as people write it: a dotted host whose last label is made of letters, then perhaps a port and a path. */
function isBareAddress(value: string): boolean {
  if (/[\s@]/.test(value)) return false;
  const host = /^([\p{L}\p{M}\p{N}.-]+)(?::\d+)?(?:[/?#].*)?$/u.exec(value)?.[1] ?? '';
  return /^[\p{L}\p{N}]\S*\.(?:[\p{L}\p{M}]{2,}|xn--[a-z\d-]+)$/iu.test(host);
}

import { bareWord, LONGEST_VALUE, plainText } from './plain-text.ts';

/** Website URL found in a text. */
export interface WebsiteReading {
  readonly href: string;
  /** Stored and displayed form: the original text, unless it had to be repaired. */
  readonly text: string;
}

/** `https://https://`, `http//`, `http:/`, `//` and other schemes that were broken by pasting. */
const SCHEMES = /^(?:(?:www\.)?h?t{1,2}ps?(?:[:;][/\\]*|\/\/+:?)|\/\/+)+/i;
const WHOLE_SCHEME = /^https?:\/\/$/i;
const WITH_BLANKS = /^https?:\/\/[^\s/]+\/\S+\s/i;
/** A dotted name, an IP address or localhost. */
const HOST =
  /^https?:\/\/(?:[\p{L}\p{N}][\p{L}\p{M}\p{N}_-]*(?:\.[\p{L}\p{N}][\p{L}\p{M}\p{N}_-]*)+\.?|localhost|\[[\da-f:.]+\])(?::\d+)?(?:[/?#]|$)/iu;

/** First URL in the text that a browser can open. */
export function readWebsite(given: string): WebsiteReading | undefined {
  if (given.length > LONGEST_VALUE) return undefined;
  const text = plainText(given);
  // Browsers display blanks in a path decoded: treat the whole text as one URL.
  const words = WITH_BLANKS.test(text) ? [text.replace(/\s+/g, '%20')] : text.split(/\s+/);
  return words.map(webAddress).find((found) => found !== undefined && HOST.test(found.href));
}

/** URL of a word: with a scheme, anything that parses; without one, anything that looks like a domain. */
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
    const { username, password } = new URL(href);
    // Everybody would read a password, and take a name before the host for the host.
    return username === '' && password === '' ? { href, text } : undefined;
  } catch {
    return undefined;
  }
}

/** Dotted host whose last label consists of letters, optionally with a port and a path. */
function isBareAddress(value: string): boolean {
  if (/[\s@]/.test(value)) return false;
  const host = /^([\p{L}\p{M}\p{N}.-]+)(?::\d+)?(?:[/?#].*)?$/u.exec(value)?.[1] ?? '';
  return /^[\p{L}\p{N}]\S*\.(?:[\p{L}\p{M}]{2,}|xn--[a-z\d-]+)$/iu.test(host);
}

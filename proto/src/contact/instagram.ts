import { bareWord, LONGEST_VALUE, plainText, without } from './plain-text.ts';
import { webAddress } from './website.ts';

/** An Instagram profile, or any page that was given by its full address. */
export interface InstagramReading {
  /** What a tap opens. */
  readonly href: string;
  /** As it is stored. */
  readonly text: string;
  /** How a passenger knows it: `@name`, or the address without its scheme where it names no profile. */
  readonly shown: string;
}

const HANDLE = /^[\w.]{1,30}$/;
const LABEL = /^(?:instagram|insta|ig)(?: {0,3}: {0,3}| {1,3})(?!\/\/)/i;
const APP_LINK = /^instagram:\/\/user\/?\?username=/i;
const ADDRESS = /^(?:(?:www|m|l)\.)?(?:instagram\.com|instagr\.am)(?:\/|$)/i;
const PROFILE = /^(?:https?:\/\/)?(?:(?:www|m|l)\.)?(?:instagram\.com|instagr\.am)\/+([\w.]{1,30})\/*(?:[?#].*)?$/i;

/** A full address is kept as it is; of anything else a leading @ is dropped and the rest is a profile's name. */
export function readInstagram(given: string): InstagramReading | undefined {
  if (given.length > LONGEST_VALUE) return undefined;
  const text = plainText(given).replace(LABEL, '').replace(APP_LINK, '');
  const words = text.split(/\s+/);
  const word = words.find((one) => /:\/|\/\/|instagram\.com\/|instagr\.am\//i.test(one));
  return word === undefined ? named(text) : addressed(word);
}

function addressed(word: string): InstagramReading | undefined {
  const address = webAddress(word.replace('/@', '/'));
  if (address === undefined) return undefined;
  const profile = PROFILE.exec(address.href)?.[1];
  const host = address.href.replace(/^https?:\/\//i, '');
  // The address of Instagram itself is nobody's, and that of another site needs its scheme.
  const isInstagram = ADDRESS.test(host);
  if (isInstagram ? /^[^/?#]*\/?$/.test(host) : !/^https?:\/\//i.test(address.text)) return undefined;
  // Instagram knows no address with an @, and none of its own for phones.
  const broken = word.includes('/@') || /^m\.|instagr\.am/i.test(host);
  if (profile !== undefined && broken) return profileOf(profile, `https://www.instagram.com/${profile}`);
  return { href: address.href, text: address.text, shown: profile === undefined ? address.text : `@${profile}` };
}

function named(text: string): InstagramReading | undefined {
  const words = text.replace(/@\s+/g, '@').split(/[\s,;]+/);
  const word = words.length === 1 ? words[0] : words.find((one) => one.startsWith('@'));
  const written = without(bareWord(word ?? ''), '/', '/').replace(/^@+/, '@');
  const handle = written.replace(/^@/, '');
  return HANDLE.test(handle) && !ADDRESS.test(handle) ? profileOf(handle, written) : undefined;
}

function profileOf(handle: string, text: string): InstagramReading {
  return { href: `https://www.instagram.com/${handle}`, text, shown: `@${handle}` };
}

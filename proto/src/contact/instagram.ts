import { bareWord, LONGEST_VALUE, plainText, without } from './plain-text.ts';
import { addressWithin, webAddress } from './website.ts';

/** Instagram profile, or any other page given by its full URL. */
export interface InstagramReading {
  readonly href: string;
  /** Stored form. */
  readonly text: string;
  /** Form shown to passengers: `@name`, or the stored text if the URL is not a profile. */
  readonly shown: string;
}

const HANDLE = /^[\w.]{1,30}$/;
const LABEL = /^(?:instagram|insta|ig)(?: {0,3}: {0,3}| {1,3})(?!\/\/)/i;
/** A browser without an account is sent from a profile to the log-in. */
const LOGIN = /\/accounts\/login\/?\?next=(?:%2f|\/)([\w.]{1,30})/i;
const APP_LINK = /^instagram:\/\/user\/?\?username=([\w.]{1,30})\S*/i;
const ADDRESS = /^(?:(?:www|m|l)\.)?(?:instagram\.com|instagr\.am)(?:\/|$)/i;
const INSTAGRAM = /instagram\.com\/|instagr\.am\//i;
const PROFILE =
  /^(?:https?:\/\/)?(?:(?:www|m|l)\.)?(?:instagram\.com|instagr\.am)\/+(?:_u\/)?([\w.]{1,30})\/*(?:[?#].*)?$/i;

/** Keeps a full URL; reads any other text as a profile name with or without `@`. */
export function readInstagram(given: string): InstagramReading | undefined {
  if (given.length > LONGEST_VALUE) return undefined;
  const text = plainText(given).replace(LABEL, '').replace(APP_LINK, '$1').replace(/^%40/, '@');
  const [, beforeLogin] = LOGIN.exec(text) ?? [];
  if (beforeLogin !== undefined) return named(beforeLogin);
  const words = text.split(/\s+/);
  const word = words.find((one) => /:\/|\/\//.test(one) || INSTAGRAM.test(one));
  return word === undefined ? named(text) : (addressed(word) ?? addressed(addressWithin(text)));
}

function addressed(word: string): InstagramReading | undefined {
  const address = webAddress(INSTAGRAM.test(word) ? word.replace(/\/(?:@|%40)/, '/') : word);
  if (address === undefined) return undefined;
  const profile = PROFILE.exec(address.href)?.[1];
  const host = address.href.replace(/^https?:\/\//i, '');
  // Instagram's home page is not a profile, and a link to another site must have a scheme.
  const isInstagram = ADDRESS.test(host);
  if (isInstagram ? isHome(host) : !/^https?:\/\//i.test(address.text)) return undefined;
  // Instagram has no URLs with `/@` and no mobile host: replace them by the canonical profile URL.
  const broken = (isInstagram && /\/(?:@|%40|_u\/)/.test(word)) || /^m\.|instagr\.am/i.test(host);
  if (profile !== undefined && broken) return profileOf(profile, `https://www.instagram.com/${profile}`);
  return { href: address.href, text: address.text, shown: profile === undefined ? address.text : `@${profile}` };
}

function isHome(host: string): boolean {
  const [path = ''] = host.split(/[?#]/, 1);
  // Links that count clicks have no path either.
  return !without(path, '', '/').includes('/') && !/^l\./i.test(host);
}

function named(text: string): InstagramReading | undefined {
  const words = text
    .replace(/@\s+/g, '@')
    .split(/[\ufe0f\s,;\p{Extended_Pictographic}]+/u)
    .map(bareWord)
    .filter((one) => one !== '');
  const word = words.length === 1 ? words[0] : words.find((one) => one.startsWith('@'));
  // The app shares names with the parameters of their links.
  const [name = ''] = (word ?? '').split(/[?#]/);
  const written = without(name, '/', '/').replace(/^@+/, '@');
  const handle = written.replace(/^@/, '');
  return isHandle(handle) && !ADDRESS.test(handle) ? profileOf(handle, written) : undefined;
}

/** Instagram allows no dot at the beginning, and none after another. */
function isHandle(name: string): boolean {
  return HANDLE.test(name) && !name.startsWith('.') && !name.includes('..');
}

function profileOf(handle: string, text: string): InstagramReading {
  return { href: `https://www.instagram.com/${handle}`, text, shown: `@${handle}` };
}

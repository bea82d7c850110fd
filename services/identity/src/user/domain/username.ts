import { DomainError } from '@volant/infra/errors/domain-error';
import { LONGEST_TEXT, normalised } from '@volant/infra/text/outside-text';
import { cleanLine } from '@volant/proto/text/clean-text';

const MIN_VISIBLE = 3;
const MAX_LENGTH = 50;
/** A visible character may consist of several code units; this bounds the size of a name. */
const MAX_CODE_UNITS = 200;
/** Leaves room for blanks around and between words, and for separate accents. */
const MAX_WRITTEN = 4 * MAX_CODE_UNITS;
const VISIBLE = /(?!\p{Default_Ignorable_Code_Point})[\p{L}\p{N}\p{P}\p{S}]/u;
const characters = new Intl.Segmenter('und', { granularity: 'grapheme' });

/**
 * Alphabets whose letters may be mixed in a word: those of one line. The last line holds all alphabets that have no
 * letters that look like Latin ones.
 */
const ALPHABETS = [
  /^[\p{sc=Zyyy}\p{scx=Latn}\p{scx=Hani}\p{scx=Hira}\p{scx=Kana}]*$/u,
  /^[\p{sc=Zyyy}\p{scx=Latn}\p{scx=Hani}\p{scx=Hang}]*$/u,
  /^[\p{sc=Zyyy}\p{scx=Latn}\p{scx=Hani}\p{scx=Bopo}]*$/u,
  /^[\p{sc=Zyyy}\p{scx=Cyrl}]*$/u,
  /^[\p{sc=Zyyy}\p{scx=Grek}]*$/u,
  /^[\p{sc=Zyyy}\p{scx=Armn}]*$/u,
  /^[^\p{sc=Latn}\p{sc=Cyrl}\p{sc=Grek}\p{sc=Armn}\p{sc=Cher}\p{sc=Copt}\p{sc=Lisu}\p{sc=Tfng}\p{sc=Goth}\p{sc=Dsrt}\p{sc=Osge}\p{sc=Ital}\p{sc=Cans}]*$/u,
];
/** Names, and words beside another alphabet, that consist only of Cyrillic or Greek letters that look like Latin ones. */
const ALL_LIKE_LATIN = /^(?:[АВЕЅІЈКМНОРСТУХЗԚԜҮЬасԁеѕіјӏһорԛѵѡԝухүь\P{L}]+|[ΑΒΕΖΗΙΚΜΝΟΡΤΥΧοανικυρωϲϳ\P{L}]+)$/u;

/**
 * The name without invisible characters and with single spaces. Refuses a name that looks like an address, or like
 * another name in a different alphabet.
 * @throws DomainError USERNAME_INVALID
 */
export function parseUsername(text: string): string {
  if (text.length > MAX_WRITTEN) throw new DomainError('USERNAME_INVALID');
  const name = normalised(cleanLine(text), 'NFC', MAX_WRITTEN).replace(/ +/g, ' ');
  if (name.length > MAX_CODE_UNITS || isMisleading(name)) throw new DomainError('USERNAME_INVALID');
  const all = [...characters.segment(name)];
  const visible = all.filter(({ segment }) => VISIBLE.test(segment));
  if (visible.length < MIN_VISIBLE || all.length > MAX_LENGTH) throw new DomainError('USERNAME_INVALID');
  return name;
}

function isMisleading(name: string): boolean {
  const letters = name.replace(/[^\p{L}\p{N}]/gu, '');
  if (/[@\uff20\ufe6b\p{Co}]/u.test(name) || normalised(letters, 'NFKC', MAX_CODE_UNITS) !== letters) return true;
  const words = isOneAlphabet(letters) ? [letters] : name.replace(/\p{M}/gu, '').split(/[^\p{L}\p{N}]+/u);
  return words.some((word) => !isOneAlphabet(word) || isLikeLatin(word));
}

function isOneAlphabet(word: string): boolean {
  return ALPHABETS.some((alphabet) => alphabet.test(word));
}

function isLikeLatin(word: string): boolean {
  const plain = normalised(word, 'NFKD', MAX_CODE_UNITS).replace(/\p{M}/gu, '');
  return /\p{L}/u.test(plain) && ALL_LIKE_LATIN.test(plain);
}

/** Equal for names that look the same to a reader. */
export function usernameKey(name: string): string {
  // Upper case first, so that letters without a single lower-case form (ß, ſ) match; joiners and other invisible marks
  // are removed.
  const upper = normalised(name, 'NFKC', MAX_CODE_UNITS).toUpperCase();
  return normalised(upper.toLowerCase(), 'NFKC', LONGEST_TEXT)
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
    .replace(/\s+/gu, ' ')
    .trim();
}

import { bareWord, plainText } from '../contact/plain-text.ts';
import { cardIdIn, plainCardId } from './card-id.ts';

const LABEL = /^(?:(?:ma )?(?:id|identifiant|code|carte|card|page) {0,2}[:=]|n[°º]|#) {0,2}/i;
/** An id that the system made; people type it in groups. */
export const MADE_BY_SYSTEM = /^[a-kmnp-z2-9]{24}$/i;
const MADE_WITHIN = /(?<![\w-])[a-kmnp-z2-9]{24}(?![\w-])/i;
/** Such an id in groups behind the path of a card. */
const MADE_BEHIND = /\/d\/ ?((?:[a-kmnp-z2-9]{2,8} ){2,11}[a-kmnp-z2-9]{2,8})(?![\w-])/i;
/** Groups of one size, with a sign between them that an id may have, too. */
const GROUPS = /^(?:\w{4}(?:[-_/,]\w{4}){5}|\w{6}(?:[-_/,]\w{6}){3}|\w{8}(?:[-_/,]\w{8}){2})$/;

/**
 * Id of a page in typed, scanned or pasted text: with or without `.html`, a label, quotes, brackets, and the signs
 * between groups, with the parameters of the URL, or in the URL of the card. Undefined if the text is no id.
 */
export function typedCardId(text: string): string | undefined {
  // Each event of a scan names its page so.
  if (MADE_BY_SYSTEM.test(text)) return text;
  const plain = plainText(text);
  const grouped = (MADE_BEHIND.exec(plain)?.[1] ?? '').replace(/ /g, '');
  const address = MADE_BY_SYSTEM.test(grouped) ? grouped : cardIdIn(plain);
  if (address !== undefined) return address;
  const [written = ''] = plain.replace(LABEL, '').split(/[?#]/, 1);
  const word = bareWord(written).trim().replace(/\/$/, '');
  const joined = word.replace(GROUPS.test(word) ? /[-_/,]/g : /[ .]/g, '');
  return MADE_BY_SYSTEM.test(joined) ? joined : (plainCardId(word) ?? MADE_WITHIN.exec(plain)?.[0]);
}

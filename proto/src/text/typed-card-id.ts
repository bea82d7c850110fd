import { bareWord, plainText } from '../contact/plain-text.ts';
import { cardIdIn, plainCardId } from './card-id.ts';

const LABEL = /^(?:(?:id|identifiant|code|carte|card|page) {0,2}[:=]|n[°º]|#) {0,2}/i;
/** An id that the system made; people type it in groups. */
export const MADE_BY_SYSTEM = /^[a-kmnp-z2-9]{24}$/i;

/**
 * Id of a page in typed, scanned or pasted text: with or without `.html`, a label, quotes, brackets, and the blanks of
 * groups, with the parameters of the URL, or in the URL of the card. Undefined if the text is no id.
 */
export function typedCardId(text: string): string | undefined {
  const id = plainCardId(text) ?? cardIdIn(text);
  if (id !== undefined) return id;
  const [written = ''] = plainText(text).replace(LABEL, '').split(/[?#]/, 1);
  const word = bareWord(written).trim().replace(/\/$/, '');
  const joined = word.replace(/[ .]/g, '');
  return MADE_BY_SYSTEM.test(joined) ? joined : plainCardId(word);
}

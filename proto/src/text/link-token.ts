import { bareWord } from '../contact/plain-text.ts';
import { cleanLine } from './clean-text.ts';

/**
 * The token in a copied link, or a token itself: without the parameters behind it, the punctuation of a sentence, and
 * the signs at which a mail program broke it into lines. The caller bounds the length.
 */
export function linkTokenIn(text: string): string {
  const [token = ''] = text.replace(/^.*?\btoken(?:=|%3D)/is, '').split(/[&#]/, 1);
  return bareWord(cleanLine(token).replace(/[\s=>]/g, ''));
}

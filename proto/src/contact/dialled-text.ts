import { decoded, plainText } from './plain-text.ts';

/** Signs that usually end a number, but here separate pairs of digits. */
const ODD_PAIRS =
  /(?<![\d+])(?:0|\+33[^\p{L}\d]{0,3})\d(?:( {0,2}[^\p{L}\d\s./()-]{1,3} {0,2})\d\d)(?:\1\d\d){3}(?!\d)/gu;
const oddPairs = (pairs: string) => pairs.replace(/[^+\d]|(?!^)\+/g, ' ');

/** A spreadsheet shows a long number as `6,12E+08`, which has lost its last digits, or as `612345678,0`. */
export const SHORTENED = /^[+\d]\d*[.,]\d*E\+?\d+$/i;
const DECIMAL = /^(\+?\d{6,15})[.,]0+$/;
/** A registration or VAT number, such as `732 829 320 00074` and `FR 40 303 265 045`; a day, or a place on a map. */
const OTHERS = [
  /^(?:n° ?(?:de )?)?(?:siret|siren|iban|tva|rcs)\b/,
  /^evtc ?\d{9}/,
  /^[1-9]\d\d \d{3} \d{3} \d{5}$/,
  /^fr ?\d\d(?: ?\d{3}){3}$/,
  /^\d{1,2}([/.-])\d{1,2}\1(?:19|20)\d\d(?:$|[ ,t]{1,3}(?:à )?\d{1,2} ?[:h])/,
  /^(?:19|20)\d\d-\d\d-\d\d(?:$|[ ,t]{1,3}\d{1,2} ?[:h])/,
  /^-?(?:0|[1-9]\d{0,2})\.\d{3,}°?[,; ]{1,3}-?(?:0|[1-9]\d{0,2})\.\d{3,}°?$/,
];
export const isOtherNumber = (text: string) => OTHERS.some((other) => other.test(text.toLowerCase()));
/** A national number in which letters stand for 0 and 1, and an international one with such a trunk 0. */
const WITH_LETTERS =
  /(?<![\p{L}\d+])[0Oo](?:[ .-]?[\dOoIl]){9}(?![\p{L}\d])|(?<=\+\d{1,3}[ .(]{0,2})[Oo](?=[ .)]{0,2}\d)/gu;
const withDigits = (number: string) => number.replace(/[Oo]/g, '0').replace(/[Il]/g, '1');
/** Links of WhatsApp have an international number without its plus. */
const IN_WHATSAPP_LINK = /(?:wa\.me\/{1,3}|[?&]phone=)(?=[1-9])/gi;

/** A typed or pasted telephone number without what programs and keyboards do to it. */
export function dialledText(given: string): string {
  return plainText(decoded(given))
    .replace(/\[/g, '(')
    .replace(/\]/g, ')')
    .replace(ODD_PAIRS, oddPairs)
    .replace(WITH_LETTERS, withDigits)
    .replace(DECIMAL, '$1')
    .replace(IN_WHATSAPP_LINK, '$&+');
}

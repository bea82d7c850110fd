import { readPhone } from './phone.ts';
import { bareWord, decoded, LONGEST_VALUE, plainText } from './plain-text.ts';

/** WhatsApp number, or a WhatsApp link that opens a conversation. */
export interface WhatsappReading {
  readonly href: string;
  /** Stored and displayed form. */
  readonly text: string;
  /** The rest of the text if it has more digits, such as another number; '' otherwise. */
  readonly leftOut: string;
}

/**
 * Short links to a conversation (`message`, `qr`), a catalogue (`c`) or a product (`p`), kept as links because no
 * number can be read from them.
 */
const OPENED =
  /^(?:(?:www\.)?wa\.me\/+(?:message|qr|c|p)\/|api\.whatsapp\.com\/message\/|(?:www\.)?whatsapp\.com\/catalog\/|wa\.link\/)[\w/+-]+/i;
const NUMBER_IN_LINK =
  /^(?:(?:(?:(?:api|web|www)\.)?(?:whatsapp\.com|wa\.me)\/)?send\/?\?(?:[^#]*&)?phone=|(?:www\.)?wa\.me\/+)([^?&#/]*)/i;
const OTHER_LINK = /(?:whatsapp\.com|wa\.me)(?:\/|$)|:\/\//i;
/** A link within a page's or Markdown's, or within one that counts clicks on it. */
const WITHIN = /(?:(?:(?:api|web|www)\.)?(?:whatsapp\.com|wa\.me)|wa\.link)\/[^\s<>"'()[\]|;]+/i;
const SCHEME = /^(?:(?:https?|whatsapp):\/*)+/i;

/**
 * First WhatsApp number in the text, or the link that opens a conversation. Group invitations are refused, because they
 * would show a passenger's number to all members.
 * @param countryCode completes a national number
 */
export function readWhatsapp(given: string, countryCode?: string): WhatsappReading | undefined {
  if (given.length > LONGEST_VALUE) return undefined;
  const text = plainText(given);
  const words = text.split(/\s+/);
  const within = WITHIN.exec(decoded(text))?.[0] ?? '';
  // Include the following words: a number in a link may contain blanks.
  const links = [...words.map((_, index) => words.slice(index)), [within]];
  for (const [word = '', ...following] of links) {
    const link = bareWord(word).replace(SCHEME, '');
    const [opened] = OPENED.exec(link) ?? [];
    if (opened !== undefined) return { href: `https://${opened}`, text: `https://${opened}`, leftOut: '' };
    const inLink = NUMBER_IN_LINK.exec([link, ...following].join(' '))?.[1];
    if (inLink !== undefined) return fromLink(decoded(inLink), countryCode);
  }
  return OTHER_LINK.test(text) ? undefined : toWrite(text, countryCode);
}

/** Numbers in links are international, with or without `+`. */
function fromLink(number: string, countryCode: string | undefined): WhatsappReading | undefined {
  return toWrite(/^[1-9]/.test(number.trim()) ? `+${number.trim()}` : number, countryCode);
}

function toWrite(text: string, countryCode: string | undefined): WhatsappReading | undefined {
  const phone = readPhone(text, countryCode);
  if (phone === undefined || !/^\+?\d{6,}$/.test(phone.number)) return undefined;
  const { number, extension, leftOut } = phone;
  const shown = extension === '' ? phone.text : phone.text.replace(/ ext\. \d+$/, '');
  return { href: `https://wa.me/${number.replace('+', '')}`, text: shown, leftOut };
}

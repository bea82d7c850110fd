import { readEmail } from './email.ts';
import { phoneHref, readPhone } from './phone.ts';
import { LONGEST_VALUE, plainText } from './plain-text.ts';
import { webAddress } from './website.ts';

/** Link of a custom value: to a website, or to an action of the phone (`tel:`, `mailto:`). */
export interface CustomLink {
  readonly kind: 'web' | 'action';
  readonly href: string;
}

/** Custom values are mostly plain text ("Tarif : 50 €"), so only schemes that could run code are refused. */
export function isHarmless(value: string): boolean {
  return !/^(?:javascript|vbscript)\s*:/i.test(value) && !/^data\s*:\s*[a-z]+\/[a-z]/i.test(value);
}

/**
 * Link of a custom value. A value is a web link if it has an http or https scheme or looks like a domain; `tel:` and
 * `mailto:` are kept. Number plates, opening hours, prices, phone numbers and e-mail addresses stay text.
 */
export function customLink(value: string): CustomLink | undefined {
  if (value.length > LONGEST_VALUE) return undefined;
  const given = plainText(value);
  const scheme = /^(tel|mailto):/i.exec(given)?.[1]?.toLowerCase();
  if (scheme === 'tel') {
    const phone = readPhone(given);
    return phone && { kind: 'action', href: phoneHref(phone) };
  }
  if (scheme === 'mailto') {
    const email = readEmail(given);
    return email && { kind: 'action', href: email.href };
  }
  const address = /\s/.test(given) && !/^https?:\/\//i.test(given) ? undefined : webAddress(given);
  return address && { kind: 'web', href: address.href };
}

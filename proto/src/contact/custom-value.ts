import { readEmail } from './email.ts';
import { phoneHref, readPhone } from './phone.ts';
import { LONGEST_VALUE, plainText } from './plain-text.ts';
import { webAddress } from './website.ts';

/** Where a custom value leads: to another site, or to what the phone does itself. */
export interface CustomLink {
  readonly kind: 'web' | 'action';
  readonly href: string;
}

/** A custom value is mostly plain text ("Tarif : 50 €"); only what could ever run is refused. */
export function isHarmless(value: string): boolean {
  return !/^(?:javascript|vbscript)\s*:/i.test(value) && !/^data\s*:\s*[a-z]+\/[a-z]/i.test(value);
}

/**
 * What a custom value leads to. It is a web link with an explicit http or https scheme, or if it looks like a domain;
 * `tel:` and `mailto:` are kept; number plates, hours, prices, telephone numbers and mail addresses are text.
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

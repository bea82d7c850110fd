/** What tapping a value does: follow a link, or copy the text. */
export type Target = { readonly kind: 'web' | 'action'; readonly href: string } | { readonly kind: 'text' };

const asText: Target = { kind: 'text' };

/** `https://` is put before an address without a scheme; what is no web address stays text. */
export function websiteTarget(value: string): Target {
  const address = value.trim();
  if (hasWebScheme(address)) return web(address);
  return isBareAddress(address) ? web(`https://${address}`) : asText;
}

/** A full address is kept; of anything else a leading @ is dropped and the rest is a profile's name. */
export function instagramTarget(value: string): Target {
  const given = value.trim();
  if (hasWebScheme(given)) return web(given);
  if (/^(?:www\.)?instagram\.com\//i.test(given)) return web(`https://${given}`);
  const handle = given.replace(/^@/, '');
  return handle === '' ? asText : web(`https://www.instagram.com/${encodeURIComponent(handle)}`);
}

/** How a passenger knows the profile: @name, where the value tells one. */
export function instagramLabel(value: string): string {
  const given = value.trim();
  const path = /^(?:https?:\/\/)?(?:www\.)?instagram\.com\/([\w.]+)\/?(?:[?#].*)?$/i.exec(given);
  if (path?.[1]) return `@${path[1]}`;
  return hasWebScheme(given) || given.startsWith('@') ? given : `@${given}`;
}

/** WhatsApp's own links know digits only. */
export function whatsappTarget(value: string): Target {
  const digits = value.replace(/\D/g, '');
  return digits === '' ? asText : { kind: 'action', href: `https://wa.me/${digits}` };
}

export function phoneTarget(value: string): Target {
  // "+33 (0)6 …" is how many print their number; with the country code the 0 must not be dialled.
  const number = value.trim().replace(/^(\+[\d\s.-]*)\(0\)/, '$1');
  const digits = number.replace(/[^\d*#]/g, '').replaceAll('#', '%23');
  return digits === '' ? asText : { kind: 'action', href: `tel:${number.startsWith('+') ? '+' : ''}${digits}` };
}

export function emailTarget(value: string): Target {
  const address = value.trim();
  if (!/^[^\s@]+@[^\s@]+$/.test(address)) return asText;
  // A ? or & in an address must not begin the mail's subject or copies.
  return { kind: 'action', href: `mailto:${encodeURIComponent(address).replace('%40', '@').replaceAll('%2B', '+')}` };
}

/**
 * What a custom value leads to. It is a web link with an explicit http or https
 * scheme, or if it looks like a domain; `tel:` and `mailto:` are kept; number
 * plates, hours, prices, telephone numbers and mail addresses are text.
 */
export function customTarget(value: string): Target {
  const given = value.trim();
  if (hasWebScheme(given)) return web(given);
  const action = /^(tel|mailto):(.+)$/i.exec(given);
  if (action?.[2]) return action[1]?.toLowerCase() === 'tel' ? phoneTarget(action[2]) : emailTarget(action[2]);
  return isBareAddress(given) ? web(`https://${given}`) : asText;
}

/** How an address is read: without the scheme, which every web address has. */
export function withoutScheme(value: string): string {
  return value.replace(/^https?:\/\//i, '');
}

/** Cuts a text that is longer than `length` characters and says so with an ellipsis. */
export function truncate(value: string, length: number): string {
  if (value.length <= length) return value;
  const text = value.normalize('NFC');
  let end = 0;
  for (let count = 0; count < length; count += 1) {
    if (end >= text.length) return value;
    end += (text.codePointAt(end) ?? 0) > 0xffff ? 2 : 1;
  }
  return end < text.length ? `${text.slice(0, end).trimEnd()}…` : value;
}

function hasWebScheme(value: string): boolean {
  return /^https?:\/\//i.test(value);
}

/** An address as people write it: a dotted host whose last label is made of letters, then perhaps a port and a path. */
function isBareAddress(value: string): boolean {
  if (/[\s@]/.test(value)) return false;
  const host = /^([\p{L}\p{M}\p{N}.-]+)(?::\d+)?(?:[/?#].*)?$/u.exec(value)?.[1] ?? '';
  return /^[\p{L}\p{N}]\S*\.(?:[\p{L}\p{M}]{2,}|xn--[a-z\d-]+)$/iu.test(host);
}

function web(address: string): Target {
  try {
    new URL(address);
    return { kind: 'web', href: address };
  } catch {
    return asText;
  }
}

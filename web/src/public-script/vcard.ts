/** Content of a vCard; empty means "not given". */
export type VcardContact = {
  readonly name: string;
  readonly company: string;
  readonly phone: string;
  readonly email: string;
  readonly website: string;
  readonly note: string;
};

/** A vCard 3.0 (RFC 2426): UTF-8, CRLF, escaped values, lines folded at 75 octets. */
export function buildVcard({ name, company, phone, email, website, note }: VcardContact): string {
  const person = name.trim();
  const given = /^\S+/.exec(person)?.[0] ?? '';
  const family = person.slice(given.length).trim();
  const lines = [
    'BEGIN:VCARD',
    'VERSION:3.0',
    `N:${escaped(family)};${escaped(given)};;;`,
    // Required: without it the import fails.
    `FN:${escaped(person || company || phone || email || website || 'Contact')}`,
    company && `ORG:${escaped(company)}`,
    phone && `TEL;TYPE=CELL:${escaped(phone)}`,
    email && `EMAIL;TYPE=INTERNET:${escaped(email)}`,
    // URL is a URI and not text, so it has no escapes, and readers truncate it at these characters: percent-encode
    // them.
    website && `URL:${website.replace(/[\s,;]/g, encodeURIComponent)}`,
    note && `NOTE:${escaped(note)}`,
    'END:VCARD',
  ];
  return lines.map((line) => (line === '' ? '' : `${fold(line)}\r\n`)).join('');
}

/** A valid file name, with letters of any language. */
export function vcardFileName(name: string): string {
  const safe = name.replace(/[\p{Cc}\p{Cf}\\/:*?"<>|\s]+/gu, ' ').replace(/^[.\s]+/, '');
  return `${[...safe].slice(0, 60).join('').trim() || 'contact'}.vcf`;
}

function escaped(value: string): string {
  return value.replace(/[\\,;]/g, '\\$&').replace(/\r\n|\r|\n/g, '\\n');
}

/** Folds between characters; the space that marks a continuation line counts. */
function fold(line: string): string {
  const limit = 75;
  let folded = '';
  let octets = 0;
  for (const character of line) {
    const size = new TextEncoder().encode(character).length;
    if (octets + size > limit) {
      folded += '\r\n ';
      octets = 1;
    }
    folded += character;
    octets += size;
  }
  return folded;
}

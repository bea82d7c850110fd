/** What an address-book entry is made of; empty means "not given". */
export type VcardContact = {
  readonly name: string;
  readonly company: string;
  readonly phone: string;
  readonly email: string;
  readonly website: string;
  readonly note: string;
};

/** An entry as vCard 3.0 (RFC 2426): UTF-8, CRLF, values escaped, lines folded at 75 octets. */
export function buildVcard({ name, company, phone, email, website, note }: VcardContact): string {
  const person = name.trim();
  const given = /^\S+/.exec(person)?.[0] ?? '';
  const family = person.slice(given.length).trim();
  const lines = [
    'BEGIN:VCARD',
    'VERSION:3.0',
    `N:${escaped(family)};${escaped(given)};;;`,
    // Nothing is imported without it.
    `FN:${escaped(person || company || phone || email || website || 'Contact')}`,
    company && `ORG:${escaped(company)}`,
    phone && `TEL;TYPE=CELL:${escaped(phone)}`,
    email && `EMAIL;TYPE=INTERNET:${escaped(email)}`,
    // The value of URL is a URI and not a text: nothing in it is escaped, and readers cut it at what would have to be.
    website && `URL:${website.replace(/[\s,;]/g, encodeURIComponent)}`,
    note && `NOTE:${escaped(note)}`,
    'END:VCARD',
  ];
  return lines.map((line) => (line === '' ? '' : `${fold(line)}\r\n`)).join('');
}

/** The name a file system accepts, with letters of any language. */
export function vcardFileName(name: string): string {
  const safe = name.replace(/[\p{Cc}\p{Cf}\\/:*?"<>|\s]+/gu, ' ').replace(/^[.\s]+/, '');
  return `${[...safe].slice(0, 60).join('').trim() || 'contact'}.vcf`;
}

function escaped(value: string): string {
  return value.replace(/[\\,;]/g, '\\$&').replace(/\r\n|\r|\n/g, '\\n');
}

/** Folds between characters, never inside one; the space that marks a continued line counts. */
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

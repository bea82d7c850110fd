/** Content of a vCard; empty means "not given". */
export type VcardContact = {
  readonly name: string;
  readonly company: string;
  /** Contacts by property, such as `TEL;TYPE=CELL`. */
  readonly entries: readonly (readonly [property: string, value: string])[];
  readonly note: string;
};

/** A vCard 3.0 (RFC 2426): UTF-8, CRLF, escaped values, lines folded at 75 octets. */
export function buildVcard({ name, company, entries, note }: VcardContact): string {
  const person = name.trim();
  const given = /^\S+/.exec(person)?.[0] ?? '';
  const family = person.slice(given.length).trim();
  const lines = [
    'BEGIN:VCARD',
    'VERSION:3.0',
    `N:${escaped(family)};${escaped(given)};;;`,
    // Required: without it the import fails.
    `FN:${escaped(person || company || entries[0]?.[1] || 'Contact')}`,
    company && `ORG:${escaped(company)}`,
    ...entries.map(
      // URL is a URI and not text, so it has no escapes, and readers truncate it at these characters: percent-encode
      // them.
      ([property, value]) =>
        `${property}:${property === 'URL' ? value.replace(/[\s,;]/g, encodeURIComponent) : escaped(value)}`,
    ),
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

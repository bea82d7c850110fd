/** Value of a property, with a label for properties whose kind does not say enough. */
export type VcardEntry = readonly [property: string, value: string, label?: string];

/** Content of a vCard; empty means "not given". */
export type VcardContact = {
  /** Name of a person; empty for a company. */
  readonly name: string;
  readonly company: string;
  readonly entries: readonly VcardEntry[];
  readonly note: string;
  readonly photo: string;
};

export type VcardPhoto = { readonly type: 'JPEG' | 'PNG'; readonly bytes: Uint8Array };

const maxPhotoBytes = 64 * 1024;

/** The photo as a vCard can contain it; undefined for other formats and for large files, which phones refuse. */
export function vcardPhoto(bytes: Uint8Array, contentType: string): VcardPhoto | undefined {
  const type = /^image\/(jpeg|png)$/.exec(contentType)?.[1];
  if (type === undefined || bytes.length > maxPhotoBytes) return undefined;
  return { type: type === 'png' ? 'PNG' : 'JPEG', bytes };
}

/** A vCard 3.0 (RFC 2426): UTF-8, CRLF, escaped values, lines folded at 75 octets. */
export function buildVcard({ name, company, entries, note }: VcardContact, photo?: VcardPhoto): string {
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
    person === '' && company !== '' && 'X-ABShowAs:COMPANY',
    ...entries.flatMap(linesOf),
    note && `NOTE:${escaped(note)}`,
    photo && `PHOTO;ENCODING=b;TYPE=${photo.type}:${base64(photo.bytes)}`,
    'END:VCARD',
  ];
  return lines.map((line) => (line ? `${fold(line)}\r\n` : '')).join('');
}

/** A valid file name, with letters of any language. */
export function vcardFileName({ name, company }: Pick<VcardContact, 'name' | 'company'>): string {
  const safe = (name.trim() || company).replace(/[\p{Cc}\p{Cf}\\/:*?"<>|\s]+/gu, ' ').replace(/^[.\s]+/, '');
  return `${[...safe].slice(0, 60).join('').trim() || 'contact'}.vcf`;
}

/** A label is a property of its own, tied to the value by the name of a group. */
function linesOf([property, value, label]: VcardEntry, index: number): readonly string[] {
  // URL is a URI and not text, so it has no escapes, and readers truncate it at these characters: percent-encode them.
  const written = property === 'URL' ? value.replace(/[\s,;]/g, encodeURIComponent) : escaped(value);
  if (label === undefined) return [`${property}:${written}`];
  const group = `item${index + 1}`;
  return [`${group}.${property}:${written}`, `${group}.X-ABLabel:${escaped(label)}`];
}

export function escaped(value: string): string {
  return value
    .replace(/[\\,;]/g, '\\$&')
    .replace(/\r\n|[\r\n\u0085\u2028\u2029]/g, '\\n')
    .replace(/\p{Cc}/gu, ' ');
}

function base64(bytes: Uint8Array): string {
  // Engines limit the number of arguments.
  const parts = Array.from({ length: Math.ceil(bytes.length / 8192) }, (_, index) =>
    String.fromCharCode(...bytes.subarray(index * 8192, (index + 1) * 8192)),
  );
  return btoa(parts.join(''));
}

/** Folds between characters; the space that marks a continuation line counts. */
export function fold(line: string): string {
  const limit = 75;
  const parts: string[] = [];
  let start = 0;
  let octets = 0;
  for (let at = 0; at < line.length; ) {
    const code = line.codePointAt(at) ?? 0;
    const size = octetsOf(code);
    if (octets + size > limit) {
      parts.push(line.slice(start, at));
      start = at;
      octets = 1;
    }
    octets += size;
    at += code > 0xffff ? 2 : 1;
  }
  return [...parts, line.slice(start)].join('\r\n ');
}

/** Length of a character in UTF-8. */
function octetsOf(code: number): number {
  if (code < 0x80) return 1;
  if (code < 0x800) return 2;
  return code < 0x10000 ? 3 : 4;
}

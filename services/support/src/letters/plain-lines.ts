const SIGNED = /^-----BEGIN PGP SIGNED MESSAGE-----$/m;
const SIGNATURE = '\n-----BEGIN PGP SIGNATURE-----';
const SIGNATURE_END = '-----END PGP SIGNATURE-----';

const FLOWED = /format[ \t]{0,9}=[ \t]{0,9}"?flowed/i;
const AT_END = /(?: |=20){1,9}(?=\r?$)/;
const BEFORE_OTHERS = /(?: |=20){1,9}(?=\r?\n(?:\r?\n|>|--(?: |=20)?\r?\n))/g;

/** Without the armour of an inline OpenPGP signature (RFC 9580, 7), which puts `- ` before dashes, too. */
export function withoutArmour(text: string): string {
  const from = SIGNED.exec(text)?.index ?? -1;
  const begins = text.indexOf('\n\n', from);
  const ends = text.indexOf(SIGNATURE, begins);
  if (from < 0 || begins < 0 || ends < 0) return text;
  const after = text.indexOf(SIGNATURE_END, ends);
  const own = text.slice(begins + 2, ends).replace(/^- /gm, '');
  return text.slice(0, from) + own + (after < 0 ? '' : text.slice(after + SIGNATURE_END.length));
}

/**
 * Removes the blanks by which a line flows into the next one (RFC 3676) where that would join the words of two people,
 * two paragraphs, or a signature with the text above.
 */
export function withHardBreaks(source: string): string {
  if (!FLOWED.test(source)) return source;
  const lines = source.replace(BEFORE_OTHERS, '').split('\n');
  return lines.map((line) => (line.startsWith('>') ? line.replace(AT_END, '') : line)).join('\n');
}

/** Mailbox files put a mark of quotations before a line that begins so. */
export function withoutMailboxMarks(lines: readonly string[]): readonly string[] {
  const isMarked = (line = '') => line.startsWith('>');
  return lines.map((line, at) =>
    line.startsWith('>From ') && !isMarked(lines[at - 1]) && !isMarked(lines[at + 1]) ? line.slice(1) : line,
  );
}

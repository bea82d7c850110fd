const FLOWED = /format[ \t]{0,9}=[ \t]{0,9}"?flowed/i;
const AT_END = /(?: |=20){1,9}(?=\r?$)/;
const BEFORE_OTHERS = /(?: |=20){1,9}(?=\r?\n(?:\r?\n|>|--(?: |=20)?\r?\n))/g;

/**
 * Removes the blanks by which a line flows into the next one (RFC 3676) where that would join the words of two people,
 * two paragraphs, or a signature with the text above.
 */
export function withHardBreaks(source: string): string {
  if (!FLOWED.test(source)) return source;
  const lines = source.replace(BEFORE_OTHERS, '').split('\n');
  return lines.map((line) => (line.startsWith('>') ? line.replace(AT_END, '') : line)).join('\n');
}

import { decoded } from '@volant/proto/contact/plain-text';
import { cleanLine } from '@volant/proto/text/clean-text';
import { LONGEST_REFERENCE } from '@volant/proto/text/lengths';
import { MADE_BY_SYSTEM, typedCardId } from '@volant/proto/text/typed-card-id';

/** More than a batch has cards, for headings and empty lines. */
const MAX_LINES = 1_200;
const SAMPLE_LINES = 20;
export const MAX_CHARACTERS = 1_000_000;

const MADE_WITHIN = /(?<![\w-])[a-kmnp-z2-9]{24}(?![\w-])/gi;
/** Marks by which spreadsheets keep a cell as text: `'id` and `="id"`. */
const AS_TEXT = /^(?:'|=")|"$/g;

export interface Reference {
  /** Line in the text, from 1. */
  readonly line: number;
  /** An address, an id, or what stands in their place. */
  readonly text: string;
}

export interface ReadReferences {
  readonly references: readonly Reference[];
  /** Lines with the card of an earlier line. */
  readonly repeated: readonly Reference[];
}

/**
 * The text of a file as spreadsheets save it: UTF-8, "Unicode text" (UTF-16), or Windows' western letters. Undefined for
 * a workbook, or another file that is no text.
 */
export function textOfFile(bytes: Uint8Array): string | undefined {
  const text = decodedText(bytes);
  return text.includes('\0') ? undefined : text;
}

function decodedText(bytes: Uint8Array): string {
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  if ((bytes[0] === 0xff && bytes[1] === 0xfe) || bytes[1] === 0) return new TextDecoder('utf-16le').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

/**
 * Finds the cards that each line of a table names, separated by tabs, semicolons, commas or bars: ids in the form that the
 * system makes if there are several, an address, such an id, or else the first cell.
 * @returns undefined if the table is too long
 */
export function readReferences(text: string): ReadReferences | undefined {
  if (text.length > MAX_CHARACTERS) return undefined;
  const rows = rowsOf(text.replace(/^\uFEFF/, ''));
  if (rows.length > MAX_LINES) return undefined;
  const found = rows.flatMap(({ line, cells }) => referencesIn(cells).map((one) => ({ line, ...one })));
  // A first line without an address or id, above lines that have one, is the heading; joined files repeat it.
  const heading = found[0]?.certain === false && found.slice(1).some(({ certain }) => certain) ? found[0].text : '';
  const references: Reference[] = [];
  const repeated: Reference[] = [];
  const known = new Set<string>();
  for (const { line, text: one } of found) {
    if (heading !== '' && one === heading) continue;
    const key = (typedCardId(one) ?? one).toLowerCase();
    (known.has(key) ? repeated : references).push({ line, text: one });
    known.add(key);
  }
  return { references, repeated };
}

function referencesIn(cells: readonly string[]): readonly { readonly text: string; readonly certain: boolean }[] {
  const written = cells.map((cell) => cleanLine(cell).replace(AS_TEXT, '')).filter((cell) => cell !== '');
  const made = new Set(written.flatMap((cell) => cell.replace(/[?#]\S*/g, '').match(MADE_WITHIN) ?? []));
  if (made.size > 1) return [...made].map((text) => ({ text, certain: true }));
  const certain =
    written.find((cell) => /\/d\//i.test(decoded(cell))) ??
    written.find((cell) => MADE_BY_SYSTEM.test(typedCardId(cell) ?? ''));
  return [{ text: (certain ?? written[0] ?? '').slice(0, LONGEST_REFERENCE), certain: certain !== undefined }];
}

interface Row {
  readonly line: number;
  readonly cells: readonly string[];
}

/** Rows of a table (RFC 4180), without blank ones. Excel may write the separator alone on the first line, as `sep=;`. */
function rowsOf(text: string): readonly Row[] {
  // It stays a line, so that the numbers of lines are those of the file.
  const lines = text.replaceAll(/\r\n?/g, '\n').replace(/^"?sep=(.)"?(?=\n)/i, '$1');
  const separator = /^[\t;,|](?=\n)/.exec(lines)?.[0] ?? separatorOf(lines.split('\n', SAMPLE_LINES));
  const rows: Row[] = [];
  let [cells, line, start] = [[] as string[], 1, 1];
  for (let at = 0; at < lines.length; ) {
    const { value, end } = cellAt(lines, at, separator);
    cells.push(value);
    line += lines.slice(at, end + 1).split('\n').length - 1;
    at = end + 1;
    if (lines[end] === separator && at < lines.length) continue;
    if (cells.some((one) => one.trim() !== '')) rows.push({ line: start, cells });
    [cells, start] = [[], line];
  }
  return rows;
}

/** The separator that most lines have; there may be titles above the table, and other signs in its cells. */
function separatorOf(lines: readonly string[]): string {
  const counted = ['\t', ';', ',', '|'].map((sign) => ({
    sign,
    count: lines.filter((line) => line.includes(sign)).length,
  }));
  return counted.reduce((best, one) => (one.count > best.count ? one : best)).sign;
}

/** The cell that begins at a place, and where it ends. A quote without its counterpart is a letter. */
function cellAt(text: string, from: number, separator: string): { readonly value: string; readonly end: number } {
  const close = text[from] === '"' ? closingQuote(text, from) : undefined;
  const quoted = close === undefined ? '' : text.slice(from + 1, close).replaceAll('""', '"');
  const rest = close === undefined ? from : close + 1;
  let end = rest;
  while (end < text.length && text[end] !== separator && text[end] !== '\n') end += 1;
  return { value: quoted + text.slice(rest, end), end };
}

function closingQuote(text: string, open: number): number | undefined {
  for (let at = text.indexOf('"', open + 1); at >= 0; at = text.indexOf('"', at + 2)) {
    if (text[at + 1] !== '"') return at;
  }
  return undefined;
}

import { isUtf8 } from 'node:buffer';
import iconv from 'iconv-lite';

/** Programs say these of texts without a zero byte, too. */
const WIDE_NAME = /^(?:utf-?(?:16|32)|unicode$|(?:iso-10646-)?ucs)/i;
const WIDE_MARK = /^(?:\xff\xfe|\xfe\xff)/;
/** Of the bytes of a text in a language with Latin letters, half are zeros in UTF-16. */
const ZEROS_IN_WIDE = 1 / 4;
const BASE64 = /^content-transfer-encoding:[ \t]*base64[ \t\r]*$/im;
const BASE64_LINE = /^[A-Za-z0-9+/]+={0,2}\s*$/;

/** Decodes a text whose charset may be missing, wrong or unknown. */
export function decoded(bytes: Buffer, charset: string): string {
  if (isWide(bytes)) return iconv.decode(bytes, 'utf-16');
  const certain = certainOf(charset.trim());
  return certain === undefined ? byLine(bytes) : iconv.decode(bytes, certain);
}

/** Not UTF-8, nor ASCII and Latin 1, which programs say of UTF-8 and of Windows-1252. */
function certainOf(charset: string) {
  if (charset === '' || WIDE_NAME.test(charset) || !iconv.encodingExists(charset)) return undefined;
  try {
    return ['utf-8', 'windows-1252'].includes(new TextDecoder(charset).encoding) ? undefined : charset;
  } catch {
    // Browsers do not know it, such as a code page of DOS.
    return charset;
  }
}

function isWide(bytes: Buffer): boolean {
  if (WIDE_MARK.test(bytes.toString('latin1', 0, 2))) return true;
  let zeros = 0;
  for (const byte of bytes) if (byte === 0) zeros += 1;
  return zeros > bytes.length * ZEROS_IN_WIDE;
}

/** Mailing lists add lines in another charset: lines that are not UTF-8 are Windows-1252. */
function byLine(bytes: Buffer): string {
  if (isUtf8(bytes)) return bytes.toString();
  const lines = bytes
    .toString('latin1')
    .split('\n')
    .map((line) => Buffer.from(line, 'latin1'));
  return lines.map((line) => (isUtf8(line) ? line.toString() : iconv.decode(line, 'windows-1252'))).join('\n');
}

/** Mailing lists glue their footer to a text in base64, and some programs say base64 of a plain text. */
export function withWholeBase64(source: string): string {
  return source
    .split(/^(?=--)/m)
    .map(wholePart)
    .join('');
}

function wholePart(part: string): string {
  const headEnds = part.search(/\n\r?\n/) + 1;
  const head = part.slice(0, headEnds);
  if (!BASE64.test(head)) return part;
  const lines = part.slice(headEnds).split('\n');
  const first = lines.findIndex((line) => line.trim() !== '');
  if (first < 0) return part;
  if (!BASE64_LINE.test(lines[first] ?? '')) {
    return head.replace(BASE64, 'Content-Transfer-Encoding: 8bit') + part.slice(headEnds);
  }
  const footer = lines.findIndex((line, at) => at > first && line.trim() !== '' && !BASE64_LINE.test(line));
  const padded = lines.findIndex((line) => /=\s*$/.test(line)) + 1;
  const ends = [footer, padded].filter((end) => end > 0);
  return ends.length === 0 ? part : `${head}${lines.slice(0, Math.min(...ends)).join('\n')}\n`;
}

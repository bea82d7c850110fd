import { isUtf8 } from 'node:buffer';

const WINDOWS = new TextDecoder('windows-1252');
/** Characters of the bytes from 128, each at its place. */
const HIGH = WINDOWS.decode(Uint8Array.from({ length: 128 }, (_, at) => at + 128));
const RUN =
  /[\x81\x8d\x8f\x90\x9d\xa0-\xff\u0152\u0153\u0160\u0161\u0178\u017d\u017e\u0192\u02c6\u02dc\u2013\u2014\u2018-\u201a\u201c-\u201e\u2020-\u2022\u2026\u2030\u2039\u203a\u20ac\u2122]+/g;

/** A letter without a charset, or with a wrong one: lines that are not UTF-8 are taken as Windows-1252. */
export function inUtf8(raw: Uint8Array): Uint8Array {
  const lines = Buffer.from(raw).toString('latin1').split('\n');
  return Buffer.from(lines.map((line) => decoded(Buffer.from(line, 'latin1'))).join('\n'));
}

/** Repairs text whose UTF-8 was decoded as Windows-1252. Unchanged if any part of it cannot be such UTF-8. */
export function fromWindows(text: string): string {
  const runs = text.match(RUN) ?? [];
  return runs.every((run) => isUtf8(bytesOf(run))) ? text.replace(RUN, (run) => bytesOf(run).toString()) : text;
}

function decoded(bytes: Buffer): string {
  return isUtf8(bytes) ? bytes.toString() : WINDOWS.decode(bytes);
}

function bytesOf(run: string): Buffer {
  return Buffer.from(Array.from(run, (character) => HIGH.indexOf(character) + 128));
}

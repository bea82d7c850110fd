import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { StringDecoder } from 'node:string_decoder';
import { createGunzip, createGzip } from 'node:zlib';
import { OperatorError } from '@volant/infra/process/settings/server-errors';
import type { PartEntry } from './manifest.ts';

/** Rows as newline-terminated JSON. */
export interface RowLines {
  readonly text: string;
  readonly rows: number;
}

/** Maximum size of a portion, unless a single line is larger. */
export interface PortionSize {
  readonly rows: number;
  readonly characters: number;
}

const LINE_END = 10;
/** The default level is twice as slow and gives only slightly smaller files. */
const LEVEL = 3;
const CHUNK_BYTES = 256 * 1024;

/** Streams rows to a file, with at most one portion in memory. */
export async function writePart(
  directory: string,
  { name, file }: Pick<PartEntry, 'name' | 'file'>,
  portions: AsyncIterable<RowLines>,
  onRows: (rows: number) => void,
): Promise<PartEntry> {
  const hash = createHash('sha256');
  let rows = 0;
  let bytes = 0;
  async function* texts() {
    for await (const portion of portions) {
      rows += portion.rows;
      onRows(rows);
      yield portion.text;
    }
  }
  async function* measured(chunks: AsyncIterable<Buffer>) {
    for await (const chunk of chunks) {
      hash.update(chunk);
      bytes += chunk.length;
      yield chunk;
    }
  }
  const target = createWriteStream(path.join(directory, file), { mode: 0o600, flush: true });
  const gzip = createGzip({ level: LEVEL, chunkSize: CHUNK_BYTES });
  await pipeline(Readable.from(texts(), { highWaterMark: 1 }), gzip, measured, target);
  return { name, file, rows, bytes, sha256: hash.digest('hex') };
}

/** @throws OperatorError that describes the damage */
export async function checkPart(directory: string, part: PartEntry): Promise<void> {
  const file = path.join(directory, part.file);
  const found = await stat(file).catch(() => undefined);
  if (found === undefined) throw new OperatorError(`${file} is missing.`);
  if (found.size < part.bytes) {
    throw new OperatorError(`${file} is cut short: it has ${found.size} bytes of ${part.bytes}.`);
  }
  const hash = createHash('sha256');
  let rows = 0;
  async function* hashed(chunks: AsyncIterable<Buffer>) {
    for await (const chunk of chunks) {
      hash.update(chunk);
      yield chunk;
    }
  }
  async function countRows(chunks: AsyncIterable<Buffer>): Promise<void> {
    for await (const chunk of chunks) {
      for (let at = chunk.indexOf(LINE_END); at !== -1; at = chunk.indexOf(LINE_END, at + 1)) rows += 1;
    }
  }
  const bytes = createReadStream(file, { highWaterMark: CHUNK_BYTES });
  await pipeline(bytes, hashed, createGunzip({ chunkSize: CHUNK_BYTES }), countRows).catch(() => {
    throw new OperatorError(`${file} is damaged: it cannot be unpacked.`);
  });
  if (hash.digest('hex') !== part.sha256) throw new OperatorError(`${file} is damaged: its checksum does not fit.`);
  if (rows !== part.rows) throw new OperatorError(`${file} has ${rows} rows, and ${part.rows} are promised.`);
}

/** Reads the lines of a checked part, in portions. */
export async function* readPart(
  directory: string,
  { file }: Pick<PartEntry, 'file'>,
  size: PortionSize,
  onRows: (rows: number) => void,
): AsyncGenerator<readonly string[]> {
  const decoder = new StringDecoder('utf8');
  const source = createReadStream(path.join(directory, file), { highWaterMark: CHUNK_BYTES });
  const unpacked = createGunzip({ chunkSize: CHUNK_BYTES });
  const reading = pipeline(source, unpacked);
  // The reader of `unpacked` gets the same error.
  reading.catch(() => undefined);
  let rest = '';
  let portion: string[] = [];
  let characters = 0;
  let rows = 0;
  for await (const chunk of unpacked as AsyncIterable<Buffer>) {
    const lines = (rest + decoder.write(chunk)).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      portion.push(line);
      characters += line.length;
      if (portion.length < size.rows && characters < size.characters) continue;
      yield portion;
      rows += portion.length;
      onRows(rows);
      portion = [];
      characters = 0;
    }
  }
  if (portion.length > 0) yield portion;
  onRows(rows + portion.length);
}

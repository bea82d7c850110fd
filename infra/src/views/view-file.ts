import { closeSync, openSync, readSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { crc32 } from 'node:zlib';
import type { ViewDocument } from './view-store.ts';

/** A byte range of the file. */
export type Range = readonly [at: number, length: number];

/** Name and searchable fields of a view, from its definition. */
export interface SectionShape {
  readonly name: string;
  readonly indexes: readonly string[];
  readonly texts: readonly string[];
}

/** The documents of a view are numbered from 0 on. All ranges hold JSON. */
export interface WrittenSection extends SectionShape {
  readonly count: number;
  readonly ids: Range;
  /** By field: the values of all documents. */
  readonly columns: Readonly<Record<string, Range>>;
  /** Where each document starts, and the end of the last one. */
  readonly starts: Range;
}

/** Directory of the file's contents, stored at its end. */
export interface FileDirectory {
  readonly build: string;
  /** Epoch milliseconds. */
  readonly writtenAt: number;
  readonly checkpoints: readonly (readonly [name: string, position: number])[];
  readonly views: readonly WrittenSection[];
}

/** At the very end: length of the directory, and a checksum of everything before the checksum. */
export const FOOTER_BYTES = 8;
const CHECKED_AT_ONCE = 1 << 20;

/** An open file of views; it stays readable while it is open, even if its name is replaced or removed. */
export interface ViewFile {
  readonly directory: FileDirectory;
  readonly sections: readonly ViewSection[];
  readonly bytes: number;
  close(): void;
}

/** @returns undefined if the file is incomplete or damaged */
export async function openViewFile(path: string): Promise<ViewFile | undefined> {
  const bytes = await checkedLength(path);
  return bytes === undefined ? undefined : readViewFile(path, bytes);
}

/** Opens a file that is known to be intact. */
export function readViewFile(path: string, bytes: number): ViewFile {
  const file = openSync(path, 'r');
  const end = bytes - FOOTER_BYTES;
  const length = read(file, [end, 4]).readUInt32LE();
  const directory = JSON.parse(read(file, [end - length, length]).toString()) as FileDirectory;
  return {
    directory,
    sections: directory.views.map((view) => new FileSection(file, view)),
    bytes,
    close: () => closeSync(file),
  };
}

async function checkedLength(path: string): Promise<number | undefined> {
  const handle = await open(path, 'r');
  try {
    const { size } = await handle.stat();
    const buffer = Buffer.allocUnsafe(CHECKED_AT_ONCE);
    let sum = 0;
    for (let at = 0; at < size - 4; ) {
      const { bytesRead } = await handle.read(buffer, 0, Math.min(CHECKED_AT_ONCE, size - 4 - at), at);
      if (bytesRead === 0) return undefined;
      sum = crc32(buffer.subarray(0, bytesRead), sum);
      at += bytesRead;
    }
    if (size <= FOOTER_BYTES) return undefined;
    await handle.read(buffer, 0, 4, size - 4);
    return buffer.readUInt32LE() === sum ? size : undefined;
  } finally {
    await handle.close();
  }
}

function read(file: number, [at, length]: Range): Buffer {
  const buffer = Buffer.allocUnsafe(length);
  for (let done = 0; done < length; ) {
    const count = readSync(file, buffer, done, length - done, at + done);
    if (count === 0) throw new Error('a file of views has become shorter');
    done += count;
  }
  return buffer;
}

export type ViewSection = Pick<FileSection, keyof FileSection>;

/** A snapshot of a view. It loads data only on demand, and caches only where documents start. */
class FileSection {
  readonly shape: WrittenSection;
  readonly #file: number;
  #starts: readonly number[] | undefined;

  constructor(file: number, shape: WrittenSection) {
    this.shape = shape;
    this.#file = file;
  }

  ids(): string[] {
    return this.#json(this.shape.ids) as string[];
  }

  /** Values of one of the fields in `indexes` or `texts`; null for documents without the field. */
  column(field: string): unknown[] {
    const range = this.shape.columns[field];
    if (range === undefined) throw new Error(`view ${this.shape.name} was written without its field ${field}`);
    return this.#json(range) as unknown[];
  }

  document(place: number): ViewDocument {
    return JSON.parse(this.bytes(place).toString());
  }

  /** A document as JSON. */
  bytes(place: number): Buffer {
    this.#starts ??= this.#json(this.shape.starts) as number[];
    const start = this.#starts[place] ?? 0;
    return read(this.#file, [start, (this.#starts[place + 1] ?? 0) - start]);
  }

  #json(range: Range): unknown {
    return JSON.parse(read(this.#file, range).toString());
  }
}

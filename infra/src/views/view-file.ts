import { closeSync, openSync, readSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { crc32 } from 'node:zlib';
import type { SectionShape, ViewSection } from './view-section.ts';
import type { ViewDocument } from './view-store.ts';

/** A byte range of the file. */
export type Range = readonly [at: number, length: number];

export interface WrittenSection extends SectionShape {
  readonly count: number;
  readonly ids: Range;
  readonly columns: Readonly<Record<string, Range>>;
  /** Length of each document, four bytes each; the documents are stored consecutively from `documents` on. */
  readonly lengths: Range;
  readonly documents: number;
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

class FileSection implements ViewSection {
  readonly name: string;
  readonly indexes: readonly string[];
  readonly texts: readonly string[];
  readonly count: number;
  readonly #file: number;
  readonly #written: WrittenSection;
  #starts: Float64Array | undefined;

  constructor(file: number, written: WrittenSection) {
    this.name = written.name;
    this.indexes = written.indexes;
    this.texts = written.texts;
    this.count = written.count;
    this.#file = file;
    this.#written = written;
  }

  ids(): string[] {
    return JSON.parse(read(this.#file, this.#written.ids).toString());
  }

  column(field: string): unknown[] {
    const range = this.#written.columns[field];
    if (range === undefined) throw new Error(`view ${this.name} was written without its field ${field}`);
    return JSON.parse(read(this.#file, range).toString());
  }

  document(place: number): ViewDocument {
    return JSON.parse(this.bytes(place).toString());
  }

  bytes(place: number): Buffer {
    this.#starts ??= this.#findStarts();
    const start = this.#starts[place] ?? 0;
    return read(this.#file, [start, (this.#starts[place + 1] ?? 0) - start]);
  }

  #findStarts(): Float64Array {
    const lengths = read(this.#file, this.#written.lengths);
    const starts = new Float64Array(this.count + 1);
    let at = this.#written.documents;
    for (let place = 0; place < this.count; place += 1) {
      starts[place] = at;
      at += lengths.readUInt32LE(place * 4);
    }
    starts[this.count] = at;
    return starts;
  }
}

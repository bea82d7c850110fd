import { crc32 } from 'node:zlib';
import { writeDurably } from '../objects/write-durably.ts';
import type { RowsToWrite, WrittenRow } from './rows.ts';
import {
  type FileDirectory,
  FOOTER_BYTES,
  type Range,
  readViewFile,
  type SectionShape,
  type ViewFile,
  type WrittenSection,
} from './view-file.ts';
import type { ViewDocument } from './view-store.ts';

/** A snapshot of views and their checkpoints. */
export interface ViewsToWrite {
  readonly checkpoints: FileDirectory['checkpoints'];
  readonly views: readonly ViewToWrite[];
}

export interface ViewToWrite extends SectionShape {
  readonly rows: RowsToWrite<ViewDocument>;
}

export interface FileToWrite {
  readonly path: string;
  /** A free name in the same directory. */
  readonly temporary: string;
  readonly build: string;
  readonly now: Date;
}

const AT_ONCE = 1 << 19;

/**
 * Writes views to a file atomically, in parts, so that other work can run in between; then the views read from the
 * file.
 * @returns the file, open
 */
export async function writeViewFile(
  { path, temporary, build, now }: FileToWrite,
  views: ViewsToWrite,
): Promise<ViewFile> {
  const out = new Output();
  const written: WrittenRow<ViewDocument>[][] = [];
  await writeDurably(path, temporary, partsOf());
  const file = readViewFile(path, out.length);
  for (const [at, { rows }] of views.views.entries()) {
    const section = file.sections[at];
    if (section !== undefined) rows.rest(section, written[at] ?? []);
  }
  return file;

  function* partsOf(): Generator<Uint8Array> {
    const sections: WrittenSection[] = [];
    for (const view of views.views) {
      const rows: WrittenRow<ViewDocument>[] = [];
      written.push(rows);
      sections.push(yield* sectionOf(view, rows, out));
    }
    const directory: FileDirectory = {
      build,
      writtenAt: now.getTime(),
      checkpoints: views.checkpoints,
      views: sections,
    };
    const bytes = Buffer.from(JSON.stringify(directory));
    const footer = Buffer.alloc(FOOTER_BYTES);
    footer.writeUInt32LE(bytes.length);
    yield* out.put(bytes, true);
    yield* out.put(footer.subarray(0, 4), true);
    footer.writeUInt32LE(out.sum, 4);
    yield* out.put(footer.subarray(4), true);
  }
}

/** Output written so far; combines small writes into parts. */
class Output {
  length = 0;
  sum = 0;
  #waiting: Uint8Array[] = [];
  #bytes = 0;

  *put(bytes: Uint8Array, now = false): Generator<Uint8Array, Range> {
    const range = [this.length, bytes.length] as const;
    this.#waiting.push(bytes);
    this.#bytes += bytes.length;
    this.length += bytes.length;
    if (now || this.#bytes >= AT_ONCE) {
      const part = Buffer.concat(this.#waiting);
      this.#waiting = [];
      this.#bytes = 0;
      this.sum = crc32(part, this.sum);
      yield part;
    }
    return range;
  }
}

function* sectionOf(
  { name, indexes, texts, rows }: ViewToWrite,
  written: WrittenRow<ViewDocument>[],
  out: Output,
): Generator<Uint8Array, WrittenSection> {
  const starts = [out.length];
  for (const { bytes, ...row } of rows.rows()) {
    yield* out.put(bytes);
    written.push(row);
    starts.push(out.length);
  }
  // Flush ids and columns one by one, so that other work can run in between.
  const ids = yield* out.put(json(written.map(({ id }) => id)), true);
  const columns: Record<string, Range> = {};
  for (const field of rows.fields) columns[field] = yield* out.put(json(rows.column(field)), true);
  return { name, indexes, texts, count: written.length, ids, columns, starts: yield* out.put(json(starts), true) };
}

function json(value: unknown): Buffer {
  return Buffer.from(JSON.stringify(value));
}

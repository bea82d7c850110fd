import { createHash } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import { mkdir, open, readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { deserialize, serialize } from 'node:v8';
import { syncDirectory, writeDurably } from '../objects/write-durably.ts';
import type { ViewDocument } from './view-store.ts';

/** What a memory view store holds: its checkpoints, and after them documents of its views, some at a time. */
export interface ViewContents {
  /** Not later than the documents. */
  readonly checkpoints: readonly (readonly [name: string, position: number])[];
  readonly documents: Iterable<Portion>;
}

/** Some documents of a view. */
export interface Portion {
  readonly view: string;
  readonly documents: readonly ViewDocument[];
}

/**
 * Views in memory as they were when the process before this one ended in order, so that this one need not make them
 * anew from every event. They lie on the disk while nobody runs, and no longer: what is erased meanwhile must not be
 * found in them, and whoever was killed leaves none (ADR 31).
 */
export interface SavedViews {
  /** The views of an owner's store; undefined where there are none, or of another build, or not whole. */
  take(owner: string): Promise<ViewContents | undefined>;
  keep(owner: string, contents: ViewContents): Promise<void>;
  /** Forgets what nobody has taken. */
  release(): Promise<void>;
}

interface Header extends Pick<ViewContents, 'checkpoints'> {
  readonly build: string;
}

/** The length of a value, before it. */
const LENGTH_BYTES = 4;
const DIGEST = 'sha256';
const DIGEST_BYTES = 32;

/**
 * Opens what was left and takes it from the disk at once, whoever asks and whatever becomes of it.
 * @param build tells the code apart that makes the views; undefined: nothing is taken, and nothing kept
 */
export async function takeSavedViews(directory: string, build: string | undefined): Promise<SavedViews> {
  const names = await readdir(directory).catch(() => []);
  const files = new Map<string, FileHandle>();
  if (build !== undefined) for (const name of names) files.set(name, await open(path.join(directory, name), 'r'));
  await rm(directory, { recursive: true, force: true });
  if (names.length > 0) await syncDirectory(path.dirname(directory));

  return {
    async take(owner) {
      const file = files.get(owner);
      if (file === undefined) return undefined;
      files.delete(owner);
      const bytes = await file.readFile();
      await file.close();
      return contentsOf(bytes, build);
    },
    async keep(owner, contents) {
      if (build === undefined) return;
      // What is written half-way is taken away with the others.
      await mkdir(directory, { recursive: true });
      await writeDurably(path.join(directory, owner), path.join(directory, `.${owner}`), framesOf(contents, build));
    },
    async release() {
      for (const file of files.values()) await file.close();
      files.clear();
    },
  };
}

/** Last comes a digest of all before it. */
function* framesOf({ checkpoints, documents }: ViewContents, build: string): Generator<Buffer> {
  const digest = createHash(DIGEST);
  const header: Header = { build, checkpoints };
  for (const values of [[header], documents]) {
    for (const value of values) {
      const bytes = frame(value);
      digest.update(bytes);
      yield bytes;
    }
  }
  yield digest.digest();
}

function frame(value: unknown): Buffer {
  const body = serialize(value);
  const length = Buffer.alloc(LENGTH_BYTES);
  length.writeUInt32LE(body.length);
  return Buffer.concat([length, body]);
}

function contentsOf(bytes: Buffer, build: string | undefined): ViewContents | undefined {
  const end = bytes.length - DIGEST_BYTES;
  const framed = bytes.subarray(0, end);
  if (!createHash(DIGEST).update(framed).digest().equals(bytes.subarray(end))) return undefined;
  const values = valuesIn(framed);
  const header = values.next().value as Header;
  return header.build === build
    ? { checkpoints: header.checkpoints, documents: values as Iterable<Portion> }
    : undefined;
}

function* valuesIn(bytes: Buffer): Generator<unknown, undefined> {
  for (let at = 0; at < bytes.length; ) {
    const end = at + LENGTH_BYTES + bytes.readUInt32LE(at);
    yield deserialize(bytes.subarray(at + LENGTH_BYTES, end));
    at = end;
  }
}

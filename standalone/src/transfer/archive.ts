import { once } from 'node:events';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, mkdtemp, readdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { makeDirectory } from '@volant/infra/files/make-directory';
import { OperatorError } from '@volant/infra/process/settings/server-errors';
import { create, extract, list, Parser } from 'tar';
import { MANIFEST, type Manifest, manifestOf } from './manifest.ts';

/** An export is a directory, or one archive file with the same content. */
const TAR = /\.(tar|tar\.gz|tgz)$/;
const GZIPPED = /\.(tar\.gz|tgz)$/;
const OTHER_ARCHIVE = /\.(zip|7z|rar|gz|bz2|xz|zst)$/i;
/** The large files are compressed already. */
const LEVEL = 1;

/** @throws OperatorError if the target exists or cannot be created */
export async function newExport(target: string) {
  const place = path.resolve(target);
  const directory = `${place}.unfinished`;
  const packed = `${directory}.tar`;
  if (OTHER_ARCHIVE.test(place) && !TAR.test(place)) {
    throw new OperatorError(`${place} is no kind of archive that Volant writes: name a directory, or a .tar.gz.`);
  }
  await refuseExisting(place);
  const discard = async () => {
    await rm(directory, { recursive: true, force: true });
    await rm(packed, { force: true });
  };
  try {
    // May be left over from a killed export.
    await discard();
    await makeDirectory(path.dirname(place));
    await mkdir(directory, { mode: 0o700 });
  } catch (error) {
    throw new OperatorError(`${place} cannot be written: ${reasonOf(error)}.`);
  }
  return {
    /** Directory to write its files to. */
    directory,
    /** Removes the unfinished export. */
    discard,
    /** Moves the export to its final name; until then it cannot be taken for a complete one. */
    async finish() {
      if (!TAR.test(place)) {
        await rename(directory, place);
        return;
      }
      // The manifest comes first, for readers of the stream.
      const files = (await readdir(directory)).sort((a, b) => Number(b === MANIFEST) - Number(a === MANIFEST));
      const gzip = GZIPPED.test(place) ? { gzip: { level: LEVEL } } : {};
      const target = createWriteStream(packed, { mode: 0o600, flush: true });
      await pipeline(create({ cwd: directory, portable: true, ...gzip }, files), target);
      await rename(packed, place);
      await discard();
    },
  };
}

/** @throws OperatorError if it cannot be read */
export async function openExport(source: string) {
  const place = path.resolve(source);
  const found = await stat(place).catch((error: unknown) => {
    throw new OperatorError(`${place} cannot be read: ${reasonOf(error)}.`);
  });
  if (found.isDirectory()) return { directory: place, async close() {} };
  const directory = await mkdtemp(`${place}.`).catch((error: unknown) => {
    throw new OperatorError(
      `${place} cannot be unpacked beside it (${reasonOf(error)}): unpack it where there is room, and name the directory.`,
    );
  });
  const close = () => rm(directory, { recursive: true, force: true, maxRetries: 5 });
  try {
    // First to its end, because files of an incomplete archive would still be written while they are removed.
    await list({ file: place, strict: true });
    await extract({ file: place, cwd: directory, strict: true });
  } catch (error) {
    await close();
    throw new OperatorError(`${place} is no whole archive: ${reasonOf(error)}.`);
  }
  return { directory, close };
}

/**
 * The manifest of an archive, without unpacking the rest.
 * @throws OperatorError if the archive does not begin with a manifest that this version reads
 */
export async function manifestIn(place: string): Promise<Manifest> {
  const source = createReadStream(place);
  const chunks: Buffer[] = [];
  const parser = new Parser({
    strict: true,
    filter: (name) => name === MANIFEST,
    onReadEntry: (entry) =>
      void entry.on('data', (chunk: Buffer) => chunks.push(chunk)).on('end', () => void source.destroy()),
  });
  let failure: unknown;
  const fail = (error: unknown) => {
    failure = error;
    source.destroy();
  };
  source.on('error', fail);
  parser.on('error', fail);
  const closed = once(source, 'close');
  source.pipe(parser);
  await closed;
  if (failure !== undefined) throw new OperatorError(`${place} is no whole archive: ${reasonOf(failure)}.`);
  return manifestOf(Buffer.concat(chunks).toString(), place);
}

async function refuseExisting(place: string): Promise<void> {
  const found = await stat(place).catch(() => undefined);
  if (found === undefined) return;
  if (found.isDirectory() && !TAR.test(place) && (await readdir(place)).length === 0) return;
  throw new OperatorError(`${place} is there already; name another place for the export.`);
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

import { randomUUID } from 'node:crypto';
import { opendir, readFile, rm } from 'node:fs/promises';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { unavailable } from '../errors/domain-error.ts';
import { makeDirectory } from '../files/make-directory.ts';
import { assertStorable, isKey } from './object-key.ts';
import type { Objects } from './objects.ts';
import { syncDirectory, writeDurably } from './write-durably.ts';

/**
 * Objects as files below a directory. The content type is the first line of the file, so that both change in one step.
 * @throws Error with a sentence for the operator if the directory cannot be used
 */
export async function openFileObjects({ path }: { readonly path: string }): Promise<Objects> {
  const root = resolve(path);
  // Not a valid key, because segments of keys contain no dot.
  const incoming = join(root, '.incoming');
  try {
    // Remove files that a former process left unfinished.
    await rm(incoming, { recursive: true, force: true });
    await makeDirectory(incoming);
  } catch (cause) {
    throw new Error(`The directory of the images, ${path}, cannot be used: ${String(cause)}.`, { cause });
  }

  return {
    async put(key, { body, contentType }) {
      assertStorable(key, contentType);
      await stored(() => writeDurably(join(root, key), join(incoming, randomUUID()), [`${contentType}\n`, body]));
    },

    async get(key) {
      if (!isKey(key)) return undefined;
      try {
        const bytes = await readFile(join(root, key));
        const end = bytes.indexOf('\n');
        return { contentType: bytes.toString('latin1', 0, end), body: new Uint8Array(bytes.subarray(end + 1)) };
      } catch (error) {
        if (isMissing(error)) return undefined;
        throw error;
      }
    },

    async delete(key) {
      if (!isKey(key)) return;
      const file = join(root, key);
      await stored(async () => {
        try {
          await rm(file);
        } catch (error) {
          if (isMissing(error)) return;
          throw error;
        }
        await syncDirectory(dirname(file));
      });
    },

    async *list(prefix) {
      for await (const { parentPath, name } of await opendir(root, { recursive: true })) {
        const key = relative(root, join(parentPath, name)).split(sep).join('/');
        // Unfinished files and directories are not valid keys.
        if (key.startsWith(prefix) && isKey(key)) yield key;
      }
    },

    async close() {},
  };
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}

/** A disk that does not accept the bytes (full, read-only, broken) counts as a temporary outage. */
async function stored(write: () => Promise<void>): Promise<void> {
  try {
    await write();
  } catch (cause) {
    throw unavailable(cause);
  }
}

import { execFile } from 'node:child_process';
import { mkdtemp, open, rm, rmdir, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const BLOCK = Buffer.alloc(64 * 1024, 1);

/** A small file system in memory. */
export interface SmallDisk {
  readonly path: string;
  /** Uses up all space except for this many bytes. */
  fill(leave?: number): Promise<void>;
  /** Frees the used space. */
  free(): Promise<void>;
  close(): Promise<void>;
}

/** The reason why this machine cannot mount one. */
export async function withoutSmallDisk(): Promise<string | undefined> {
  try {
    await (await openSmallDisk(1)).close();
    return undefined;
  } catch {
    return 'nobody may mount a file system here (it takes Linux and root)';
  }
}

export async function openSmallDisk(megabytes: number): Promise<SmallDisk> {
  const directory = await mkdtemp(path.join(tmpdir(), 'volant-disk-'));
  try {
    await run('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'volant-endurance', directory]);
  } catch (error) {
    await rmdir(directory);
    throw error;
  }
  const filler = path.join(directory, 'filler');
  return {
    path: directory,
    async fill(leave = 0) {
      const file = await open(filler, 'a');
      try {
        for (;;) {
          const { bavail, bsize } = await statfs(directory);
          const left = bavail * bsize - leave;
          if (left <= 0) return;
          await file.appendFile(BLOCK.subarray(0, Math.min(left, BLOCK.length)));
        }
      } catch (error) {
        // Another process used the last space.
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
      } finally {
        await file.close();
      }
    },
    free: () => rm(filler, { force: true }),
    async close() {
      await run('umount', [directory]);
      await rmdir(directory);
    },
  };
}

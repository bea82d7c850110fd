import { rm, statfs, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { CheckedServer } from './readiness.ts';

/** The embedded stores reserve about a megabyte for each of their files. */
const LEAST_BYTES = 16 * 1024 * 1024;
const PROBE = Buffer.alloc(64 * 1024, 1);

export async function freeBytesOf(directory: string): Promise<number> {
  const { bavail, bsize } = await statfs(directory);
  return bavail * bsize;
}

/** Finds out whether the disk of a directory takes more data, which quotas and read-only disks also prevent. */
export function diskOf(directory: string, freeBytes = freeBytesOf): CheckedServer {
  return {
    name: 'disk',
    texts: ['the disk takes no more data: changes and events are refused', 'the disk takes data again'],
    async check() {
      const free = await freeBytes(directory);
      if (free < LEAST_BYTES) throw new Error(`only ${Math.floor(free / 1e6)} MB are free`);
      const probe = path.join(directory, '.probe');
      try {
        await writeFile(probe, PROBE, { mode: 0o600 });
      } finally {
        await rm(probe, { force: true });
      }
    },
  };
}

import { readFile, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { makeDirectory } from '../files/make-directory.ts';

/**
 * Notes which views in tables can be continued, in a file for each owner: those that were made lately from the same
 * log, by any version. A version that makes other documents gives the view and its projection new names.
 */
export interface CurrentViews {
  /** @param log identity of the log that the views' checkpoints refer to */
  areCurrent(owner: string, log: string): Promise<boolean>;
  /** Notes that the views are current now. */
  note(owner: string, log: string): Promise<void>;
}

/** Topics drop tombstones after seven days: older views could miss erasures. */
const OLDEST_MS = 6 * 24 * 60 * 60 * 1000;
const CLOCK_SET_BACK_MS = 60 * 60 * 1000;

/** True if views that were current then cannot have missed a tombstone. */
export function isYoung(madeAt: number, now: Date): boolean {
  const age = now.getTime() - madeAt;
  return age >= -CLOCK_SET_BACK_MS && age <= OLDEST_MS;
}

export function createCurrentViews(directory: string, clock: () => Date = () => new Date()): CurrentViews {
  const fileOf = (owner: string) => path.join(directory, owner);
  const contentFor = (log: string) => `${log}\n`;
  return {
    async areCurrent(owner, log) {
      const file = fileOf(owner);
      try {
        // A larger file holds the views of a former version.
        const { size, mtimeMs } = await stat(file);
        const content = contentFor(log);
        if (size !== Buffer.byteLength(content) || !isYoung(mtimeMs, clock())) return false;
        return (await readFile(file, 'utf8')) === content;
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
        throw error;
      }
    },
    async note(owner, log) {
      await makeDirectory(directory);
      await writeFile(fileOf(owner), contentFor(log));
    },
  };
}

/** Call before changing the data that the views were made of: they are made anew by the next start. */
export function forgetViews(directory: string): Promise<void> {
  return rm(directory, { recursive: true, force: true });
}

import { readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { makeDirectory } from '../files/make-directory.ts';
import { openViewFile, type ViewFile } from './view-file.ts';
import { type ViewsToWrite, writeViewFile } from './write-view-file.ts';

/**
 * Saved copies of views in memory, so that a start need not rebuild them from all events (ADR 39). They are written
 * regularly and at the end; later commits are applied as by any process that shares views.
 */
export interface SavedViews {
  /**
   * The saved views of an owner; undefined if they are missing, incomplete, too old, or of another build.
   * @param log identity of the log that their checkpoints refer to; views of another log are ignored
   */
  take(owner: string, log: string): Promise<ViewFile | undefined>;
  /** Replaces the saved views of an owner; undefined if saving is disabled. */
  keep(owner: string, log: string, views: ViewsToWrite): Promise<ViewFile | undefined>;
  /** Removes saved views that were neither taken nor kept. */
  release(): Promise<void>;
}

/** Topics drop tombstones after seven days: older views could miss erasures. */
const OLDEST_MS = 6 * 24 * 60 * 60 * 1000;
const CLOCK_SET_BACK_MS = 60 * 60 * 1000;

/** True if a file made then cannot have missed a tombstone. */
export function isYoung(madeAt: number, now: Date): boolean {
  const age = now.getTime() - madeAt;
  return age >= -CLOCK_SET_BACK_MS && age <= OLDEST_MS;
}

/**
 * Opens the directory; no other process may have it open.
 * @param build identifies the code that makes the views; undefined disables taking and keeping
 */
export async function openSavedViews(
  directory: string,
  build: string | undefined,
  clock: () => Date = () => new Date(),
): Promise<SavedViews> {
  if (build === undefined) {
    await forgetSavedViews(directory);
    return { take: async () => undefined, keep: async () => undefined, release: async () => undefined };
  }
  const forget = (name: string) => rm(path.join(directory, name), { recursive: true, force: true });
  const known = new Set<string>();
  const made = (log: string) => `${build}, ${log}`;
  for (const name of await namesIn(directory)) if (name.startsWith('.')) await forget(name);

  return {
    async take(owner, log) {
      known.add(owner);
      if (!(await namesIn(directory)).includes(owner)) return undefined;
      const file = await openViewFile(path.join(directory, owner)).catch(async (error: unknown) => {
        await forget(owner);
        throw error;
      });
      if (file?.directory.build === made(log) && isYoung(file.directory.writtenAt, clock())) return file;
      file?.close();
      await forget(owner);
      return undefined;
    },
    async keep(owner, log, views) {
      known.add(owner);
      await makeDirectory(directory);
      const temporary = path.join(directory, `.${owner}`);
      return writeViewFile({ path: path.join(directory, owner), temporary, build: made(log), now: clock() }, views);
    },
    async release() {
      for (const name of await namesIn(directory)) if (!known.has(name)) await forget(name);
    },
  };
}

/** Call before changing the data that the views were made of. */
export function forgetSavedViews(directory: string): Promise<void> {
  return rm(directory, { recursive: true, force: true });
}

function namesIn(directory: string): Promise<readonly string[]> {
  return readdir(directory).catch(() => []);
}

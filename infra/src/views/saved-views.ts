import { mkdir, readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { openViewFile, type ViewFile } from './view-file.ts';
import { type ViewsToWrite, writeViewFile } from './write-view-file.ts';

/**
 * Views in memory as they were some time ago, so that a start need not make them anew from every event (ADR 39). They
 * are written now and then and at the end; what came since is applied to them, as by every process that shares views.
 */
export interface SavedViews {
  /**
   * The views of an owner's store; undefined where there are none, or of another build, or not whole, or too old.
   * @param log identity of the log whose records their checkpoints count; those that count another's are not given
   */
  take(owner: string, log: string): Promise<ViewFile | undefined>;
  /** Writes them, in place of those from before; undefined where nothing is kept. */
  keep(owner: string, log: string, views: ViewsToWrite): Promise<ViewFile | undefined>;
  /** Removes what nobody has taken or kept. */
  release(): Promise<void>;
}

/** A topic forgets after seven days that it erased something: who has not read it by then would never learn of it. */
const OLDEST_MS = 6 * 24 * 60 * 60 * 1000;
const CLOCK_SET_BACK_MS = 60 * 60 * 1000;

/**
 * Opens the directory, which nobody else may have open.
 * @param build tells the code apart that makes the views; undefined: nothing is taken, and nothing kept
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
      const age = file === undefined ? 0 : clock().getTime() - file.directory.writtenAt;
      if (file?.directory.build === made(log) && age >= -CLOCK_SET_BACK_MS && age <= OLDEST_MS) return file;
      file?.close();
      await forget(owner);
      return undefined;
    },
    async keep(owner, log, views) {
      known.add(owner);
      await mkdir(directory, { recursive: true });
      const temporary = path.join(directory, `.${owner}`);
      return writeViewFile({ path: path.join(directory, owner), temporary, build: made(log), now: clock() }, views);
    },
    async release() {
      for (const name of await namesIn(directory)) if (!known.has(name)) await forget(name);
    },
  };
}

/** For whoever may change what the views were made of. */
export function forgetSavedViews(directory: string): Promise<void> {
  return rm(directory, { recursive: true, force: true });
}

function namesIn(directory: string): Promise<readonly string[]> {
  return readdir(directory).catch(() => []);
}

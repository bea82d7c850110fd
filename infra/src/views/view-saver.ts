import type { Logger } from '../process/log.ts';
import type { MemoryViewStore } from './memory-view-store.ts';
import type { ViewFile } from './view-file.ts';
import type { ViewsToWrite } from './write-view-file.ts';

export interface ViewSaver {
  /** Saves what is not saved yet. */
  end(): Promise<void>;
}

export interface ViewSaverParts {
  readonly store: Pick<MemoryViewStore, 'changes' | 'save' | 'size'>;
  /** Writes them, and gives what was written; undefined where nothing is kept. */
  readonly keep: (views: ViewsToWrite) => Promise<ViewFile | undefined>;
  readonly owner: string;
  /** Size of the file that they were taken from. */
  readonly bytes?: number | undefined;
  readonly log: Pick<Logger, 'warn'>;
}

/** How often to look whether there is something to save. */
const LOOK_MS = 10_000;
/** While the views are being written to they are left alone so many times. */
const PATIENCE = 6;
/** So many changes are applied to saved views in a moment; more of them are worth a file of any size. */
const MANY = 5_000;
/** Otherwise so much is written on average at most, in bytes a millisecond: 30 GB in a day of steady changes. */
const BYTES_PER_MS = 350;
/** What is never saved again grows too old to be used. */
const ONE_DAY_MS = 24 * 60 * 60 * 1000;

/** Saves views now and then, so that a start after a kill is as quick as after an orderly end. */
export function startViewSaver({ store, keep, owner, log, ...from }: ViewSaverParts): ViewSaver {
  let savedChanges = store.changes();
  let savedAt = performance.now();
  let bytes = from.bytes ?? 0;
  let seen = savedChanges;
  let waited = 0;
  let saving: Promise<void> | undefined;

  async function save(): Promise<void> {
    const changes = store.changes();
    savedAt = performance.now();
    try {
      bytes = (await store.save(keep)) ?? bytes;
      savedChanges = changes;
    } catch (error) {
      log.warn({ err: error, owner }, 'views could not be saved; a start now would make them anew');
    }
  }

  function isDue(): boolean {
    const changes = store.changes();
    const settled = changes === seen;
    seen = changes;
    const since = performance.now() - savedAt;
    if (since > ONE_DAY_MS) return true;
    const unsaved = Math.abs(changes - savedChanges);
    if (unsaved === 0) return false;
    if (unsaved < Math.max(MANY, store.size() / 10) && since < bytes / BYTES_PER_MS) return false;
    waited = settled ? 0 : waited + 1;
    return settled || waited % PATIENCE === 0;
  }

  const timer = setInterval(() => {
    if (saving !== undefined || !isDue()) return;
    saving = save().finally(() => {
      saving = undefined;
    });
  }, LOOK_MS).unref();

  return {
    async end() {
      clearInterval(timer);
      await saving;
      if (store.changes() !== savedChanges) await save();
    },
  };
}

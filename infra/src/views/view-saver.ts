import type { Logger } from '../process/observability/log.ts';
import type { MemoryViewStore } from './memory-view-store.ts';
import type { ViewFile } from './view-file.ts';
import type { ViewsToWrite } from './write-view-file.ts';

export interface ViewSaver {
  /** Saves unsaved changes. */
  end(): Promise<void>;
}

export interface ViewSaverParts {
  readonly store: Pick<MemoryViewStore, 'changes' | 'save' | 'size'>;
  /** Writes the views and returns the file; undefined if saving is disabled. */
  readonly keep: (views: ViewsToWrite) => Promise<ViewFile | undefined>;
  readonly owner: string;
  /** Size of the file that the views were loaded from. */
  readonly bytes?: number | undefined;
  readonly log: Pick<Logger, 'warn'>;
}

/** How often to check for changes to save. */
const LOOK_MS = 10_000;
/** Number of checks for which a save waits while the views keep changing. */
const PATIENCE = 6;
/** Saved views catch up with this many changes in a moment; more changes justify a file of any size. */
const MANY = 5_000;
/** Otherwise the average write rate is limited, in bytes per millisecond: 30 GB a day under steady changes. */
const BYTES_PER_MS = 350;
/** Without a regular save the file would become too old to use. */
const ONE_DAY_MS = 24 * 60 * 60 * 1000;

/** Saves views regularly, so that a start after a kill is as fast as after an orderly end. */
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

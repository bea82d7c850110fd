import type { Logger } from '../process/observability/log.ts';
import type { MemoryViewStore } from './memory-view-store.ts';
import type { ViewFile } from './view-file.ts';
import type { ViewsToWrite } from './write-view-file.ts';

export interface ViewSaverParts {
  readonly store: Pick<MemoryViewStore, 'changes' | 'save'>;
  /** Writes the views and returns the file; undefined if saving is disabled. */
  readonly keep: (views: ViewsToWrite) => Promise<ViewFile | undefined>;
  readonly owner: string;
  readonly log: Pick<Logger, 'warn'>;
}

const LOOK_MS = 10_000;
/** Saves take one part in 300 of the time, however often views change. */
const SHARE = 300;
/** Without a regular save the file would become too old to use. */
const ONE_DAY_MS = 24 * 60 * 60 * 1000;

/** Saves views regularly, so that a start after a kill is as fast as after an orderly end. */
export function startViewSaver({ store, keep, owner, log }: ViewSaverParts) {
  let savedChanges = store.changes();
  let savedAt = performance.now();
  let tookMs = 0;
  let saving: Promise<void> | undefined;

  async function save(): Promise<void> {
    const changes = store.changes();
    const startedAt = performance.now();
    try {
      await store.save(keep);
      savedChanges = changes;
    } catch (error) {
      log.warn({ err: error, owner }, 'views could not be saved; a start now would make them anew');
    }
    savedAt = performance.now();
    tookMs = savedAt - startedAt;
  }

  const timer = setInterval(() => {
    const since = performance.now() - savedAt;
    const isDue = store.changes() === savedChanges ? since > ONE_DAY_MS : since >= tookMs * SHARE;
    if (saving !== undefined || !isDue) return;
    saving = save().finally(() => {
      saving = undefined;
    });
  }, LOOK_MS).unref();

  return {
    /** Saves unsaved changes. */
    async end(): Promise<void> {
      clearInterval(timer);
      await saving;
      if (store.changes() !== savedChanges) await save();
    },
  };
}

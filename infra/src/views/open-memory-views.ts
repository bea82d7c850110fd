import type { MessageLog } from '../message-log/message-log.ts';
import type { Logger } from '../process/observability/log.ts';
import { createMemoryViewStore } from './memory-view-store.ts';
import type { SavedViews } from './saved-views.ts';
import { startViewSaver, type ViewSaverParts } from './view-saver.ts';
import type { ViewStore } from './view-store.ts';

interface MemoryViewsParts {
  readonly owner: string;
  readonly savedViews: SavedViews | undefined;
  /** Opened only if there are saved views, which refer to its offsets. */
  readonly messageLog: () => Promise<MessageLog>;
  readonly log: Logger;
}

/** Loads the saved views of an owner, and saves them again for the next start. */
export async function openMemoryViews({ owner, savedViews, messageLog, log }: MemoryViewsParts): Promise<ViewStore> {
  if (savedViews === undefined) return createMemoryViewStore();
  const counted = await (await messageLog()).identity();
  const saved = await savedViews.take(owner, counted).catch((error: unknown) => {
    log.warn({ err: error, owner }, 'saved views cannot be read, and are made anew');
    return undefined;
  });
  const store = createMemoryViewStore(saved);
  const keep: ViewSaverParts['keep'] = (views) => savedViews.keep(owner, counted, views);
  const saver = startViewSaver({ store, keep, owner, log });
  return {
    ...store,
    async close() {
      await saver.end();
      await store.close();
    },
  };
}

import type { MessageLog } from '../message-log/message-log.ts';
import type { Logger } from '../process/observability/log.ts';
import type { Database } from '../sqlite/database.ts';
import type { CurrentViews } from './current-views.ts';
import { createSqliteViewStore } from './sqlite-view-store.ts';
import type { ViewStore } from './view-store.ts';

interface EmbeddedViewsParts {
  readonly owner: string;
  readonly database: Database;
  /** Without it, views are made anew. */
  readonly currentViews: CurrentViews | undefined;
  readonly messageLog: () => Promise<MessageLog>;
  readonly log: Logger;
}

const NOTE_EVERY_MS = 60 * 60 * 1000;
/** Until every view of a version is in use. */
const ALL_IN_USE_AFTER_MS = 60 * 1000;

/** The views of an owner in tables of a database, continued if they are current. Those of former versions go. */
export async function openEmbeddedViews(parts: EmbeddedViewsParts): Promise<ViewStore> {
  const { owner, database, currentViews, messageLog, log } = parts;
  const store = createSqliteViewStore(database, owner);
  if (currentViews === undefined) {
    await store.clear();
    return store;
  }
  const identity = await (await messageLog()).identity();
  const note = () =>
    currentViews.note(owner, identity).catch((error: unknown) => {
      log.warn({ err: error, owner }, 'that views are current cannot be noted: a start may make them anew');
    });
  if (!(await currentViews.areCurrent(owner, identity))) await store.clear();
  await note();
  const timer = setInterval(note, NOTE_EVERY_MS).unref();
  const tidying = setTimeout(() => {
    store.dropUnused().catch((error: unknown) => {
      log.warn({ err: error, owner }, 'views of a former version cannot be dropped: a later start tries again');
    });
  }, ALL_IN_USE_AFTER_MS).unref();
  return {
    ...store,
    async close() {
      clearInterval(timer);
      clearTimeout(tidying);
      await store.close();
      await note();
    },
  };
}

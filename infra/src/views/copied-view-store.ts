import { readdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { unavailable } from '../errors/domain-error.ts';
import { makeDirectory } from '../files/make-directory.ts';
import type { Logger } from '../process/observability/log.ts';
import { closeToOthers } from '../process/shell/close-to-others.ts';
import { DamagedFile } from '../sqlite/damaged-file.ts';
import { type Database, filesOf, openDatabase } from '../sqlite/database.ts';
import { isYoung } from './current-views.ts';
import { createSqliteViewStore } from './sqlite-view-store.ts';
import { COPY_OWNER, COPY_STATE, COPY_TABLES } from './sqlite-view-tables.ts';
import type { ViewDefinition, ViewDocument, ViewStore } from './view-store.ts';

export type CopiedViewStore = ViewStore & Required<Pick<ViewStore, 'copied'>>;

interface CopiedViewParts {
  /** Directory of this process alone; it holds nothing but copies. */
  readonly directory: string;
  readonly definition: ViewDefinition;
  readonly log: Logger;
  readonly clock?: () => Date;
}

/** Written with the view. */
interface Made {
  /** Identity of the log that it was made of. */
  readonly log: string;
  /** Epoch milliseconds of the last moment at which it was known to be up to date, or at least begun. */
  readonly at: number;
  readonly whole: boolean;
}

/** Written once a damage was met: the next start makes the copy anew. */
const DAMAGED = '.damaged';

/** Opens the copy of one topic, a view in a file of its own. Documents are read when they are requested. */
export async function openCopiedViewStore(parts: CopiedViewParts): Promise<CopiedViewStore> {
  const { directory, definition, log, clock = () => new Date() } = parts;
  const { name } = definition;
  await makeDirectory(directory, 0o700);
  await closeToOthers(directory);
  const file = path.join(directory, `${name}.db`);
  const damaged = path.join(directory, DAMAGED);
  const entries = await readdir(directory);
  for (const entry of entries) {
    // Files of former versions of the view, or of a damaged one.
    const stays = entry.startsWith(path.basename(file)) && !entries.includes(DAMAGED);
    if (!stays) await rm(path.join(directory, entry), { recursive: true, force: true });
  }
  const database = await openOrMakeAnew(file, log);
  const store = createSqliteViewStore(database, COPY_OWNER);
  await database.ensureTables(COPY_TABLES);
  let made = readMade();
  if (made !== undefined && !isYoung(made.at, clock())) made = undefined;

  /** Undefined if it is not known, and the copy has to be made anew. */
  function readMade(): Made | undefined {
    try {
      const row = database.reader.row<readonly [string, string, number]>(`SELECT * FROM ${COPY_STATE}`);
      return row === undefined ? undefined : JSON.parse(row[1]);
    } catch (error) {
      if (error instanceof DamagedFile) return undefined;
      throw error;
    }
  }

  async function save(next: Made): Promise<void> {
    await database.write('saveCopyState', { name, text: JSON.stringify(next) });
    made = next;
  }

  /** Notes a damage, so that the next start makes the copy anew. */
  function noting<Input extends readonly unknown[], T>(call: (...input: Input) => Promise<T>) {
    return async (...input: Input): Promise<T> => {
      try {
        return await call(...input);
      } catch (error) {
        const cause = error instanceof DamagedFile ? error : (error as Error).cause;
        if (!(cause instanceof DamagedFile)) throw error;
        log.error({ err: cause }, 'the copy of a topic is damaged: the next start makes it anew');
        writeFile(damaged, '').catch((failure: unknown) => log.error({ err: failure }, 'and that cannot be noted'));
        throw unavailable(cause);
      }
    };
  }

  return {
    view<D extends ViewDocument>(requested: ViewDefinition) {
      if (requested.name !== name) throw new Error(`this store holds the view ${name}, not ${requested.name}`);
      const view = store.view<D>(requested);
      return {
        get: noting((id) => view.get(id)),
        getMany: noting((ids) => view.getMany(ids)),
        find: noting(async (filter, options) => {
          if (made?.whole !== true) throw unavailable();
          return view.find(filter, options);
        }),
        findFields: () => Promise.reject(new Error(`view ${name} is only looked up`)),
        count: noting((filter) => view.count(filter)),
        countBy: () => Promise.reject(new Error(`view ${name} is only looked up`)),
      };
    },
    together: (write) => noting(() => store.together(write))(),
    checkpoint: noting(store.checkpoint),
    saveCheckpoint: noting(store.saveCheckpoint),
    reset: noting(store.reset),
    begun: noting(store.begun),
    copied: {
      isWhole: () => made?.whole === true,
      async begin(identity) {
        if (made?.log === identity) return;
        made = undefined;
        // Drops the former state as well.
        await store.clear();
        await database.ensureTables(COPY_TABLES);
        await save({ log: identity, at: clock().getTime(), whole: false });
      },
      async hold() {
        if (made !== undefined) await save({ ...made, at: clock().getTime(), whole: true });
      },
    },
    close: () => database.close(),
  };
}

async function openOrMakeAnew(file: string, log: Logger): Promise<Database> {
  try {
    return await openDatabase({ file, log });
  } catch (error) {
    if (!(error instanceof DamagedFile)) throw error;
    log.warn({ err: error }, 'the copy of a topic is damaged, and is made anew');
    for (const each of filesOf(file)) await rm(each, { force: true });
    return openDatabase({ file, log });
  }
}

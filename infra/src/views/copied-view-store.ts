import { readdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { unavailable } from '../errors/domain-error.ts';
import { makeDirectory } from '../files/make-directory.ts';
import type { Logger } from '../process/observability/log.ts';
import { closeToOthers } from '../process/shell/close-to-others.ts';
import { DamagedFile } from '../sqlite/damaged-file.ts';
import { type Database, filesOf, openDatabase } from '../sqlite/database.ts';
import { type AboutRow, COPY_TABLES, type DocumentRow, type PositionRow, placeOf } from './copied-view-writes.ts';
import { isYoung } from './saved-views.ts';
import type { View, ViewDefinition, ViewDocument, ViewFilter, ViewStore, WritableView } from './view-store.ts';

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

type Pending = Map<string, ViewDocument | undefined>;

/** Written once a damage was met: the next start makes the copy anew. */
const DAMAGED = '.damaged';

/**
 * One view of a topic on the disk of one process, in SQLite: a start reads nothing, and memory holds what is looked up.
 * Documents are looked up by key or by one of their indexed values.
 */
export async function openCopiedViewStore(parts: CopiedViewParts): Promise<CopiedViewStore> {
  const { directory, definition, log, clock = () => new Date() } = parts;
  const { name, indexes } = definition;
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
  await database.ensureTables(COPY_TABLES);
  const { reader } = database;
  let made = readMade();
  /** Counting a million documents takes longer than a request. */
  let count: number | undefined;
  if (made !== undefined && !isYoung(made.at, clock())) made = undefined;

  /** Notes a damage, so that the next start makes the copy anew. */
  function reading<T>(read: () => T): T {
    try {
      return read();
    } catch (error) {
      if (!(error instanceof DamagedFile)) throw error;
      noteDamage(error);
      throw unavailable(error);
    }
  }

  function noteDamage(error: DamagedFile): void {
    log.error({ err: error }, 'the copy of a topic is damaged: the next start makes it anew');
    writeFile(damaged, '').catch((cause: unknown) => log.error({ err: cause }, 'and that cannot be noted'));
  }

  /** Undefined if it is not known, and the copy has to be made anew. */
  function readMade(): Made | undefined {
    try {
      const text = reader.row<AboutRow>('SELECT * FROM about WHERE name = ?', name)?.[1];
      return text === undefined ? undefined : JSON.parse(text);
    } catch (error) {
      if (error instanceof DamagedFile) return undefined;
      throw error;
    }
  }

  function read(key: string): ViewDocument | undefined {
    const row = reading(() => reader.row<DocumentRow>('SELECT * FROM documents WHERE key = ?', key));
    return row === undefined ? undefined : JSON.parse(row[1]);
  }

  function keysAt(place: string): readonly string[] {
    const sql = 'SELECT * FROM places WHERE place = ? ORDER BY key';
    return reading(() => reader.rows<readonly [string, string, number]>(sql, place)).map(([, key]) => key);
  }

  async function write(pending: Pending): Promise<void> {
    if (pending.size === 0) return;
    const changes = [...pending].map(([key, document]) => ({
      key,
      text: document === undefined ? undefined : JSON.stringify(document),
    }));
    await database.write('changeCopy', { changes, indexes }).catch((error: Error) => {
      if (error.cause instanceof DamagedFile) noteDamage(error.cause);
      throw error;
    });
    count = undefined;
  }

  async function save(next: Made): Promise<void> {
    await database.write('saveAbout', { name, text: JSON.stringify(next) });
    made = next;
  }

  /** @param pending changes that are not written yet */
  function viewOver<D extends ViewDocument>(pending: Pending): View<D> & WritableView<D> {
    const get = (key: string) => (pending.has(key) ? pending.get(key) : read(key)) as D | undefined;
    const getMany = (keys: readonly string[]) => [...new Set(keys)].flatMap((key) => get(key) ?? []);
    return {
      get: async (key) => get(key),
      getMany: async (keys) => getMany(keys),
      async find(filter) {
        if (made?.whole !== true) throw unavailable();
        return getMany(keysAt(placeIn(filter, definition)));
      },
      async count() {
        count ??= reading(() => reader.value<number>('SELECT COUNT(*) FROM documents') ?? 0);
        return count;
      },
      findFields: () => Promise.reject(new Error(`view ${name} is only looked up`)),
      countBy: () => Promise.reject(new Error(`view ${name} is only looked up`)),
      put: async (document) => void pending.set(document._id, document),
      remove: async (key) => void pending.set(key, undefined),
    };
  }

  function viewsOver(pending: Pending) {
    return {
      view<D extends ViewDocument>(wanted: ViewDefinition) {
        if (wanted.name !== name) throw new Error(`this store holds the view ${name}, not ${wanted.name}`);
        return viewOver<D>(pending);
      },
    };
  }

  async function reset(): Promise<void> {
    await database.write('emptyCopy', undefined);
    count = undefined;
    made = undefined;
  }

  return {
    ...viewsOver(new Map()),
    async together(work) {
      const pending: Pending = new Map();
      try {
        return await work(() => viewsOver(pending));
      } finally {
        await write(pending);
      }
    },
    checkpoint: async (view) =>
      reading(() => reader.row<PositionRow>('SELECT * FROM positions WHERE view = ?', view)?.[1] ?? 0),
    saveCheckpoint: (view, position) => database.write('savePosition', { view, position }),
    reset,
    begun: async () => reading(() => reader.rows<PositionRow>('SELECT * FROM positions')).map(([view]) => view),
    copied: {
      isWhole: () => made?.whole === true,
      async begin(identity) {
        if (made?.log === identity) return;
        await reset();
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

function placeIn(filter: ViewFilter, { name, indexes }: ViewDefinition): string {
  const [[field = '', value] = [], ...more] = Object.entries(filter);
  if (more.length > 0 || !indexes.includes(field) || typeof value !== 'string') {
    throw new Error(`view ${name} is only looked up by one of ${indexes.join(', ')}`);
  }
  return placeOf(field, value);
}

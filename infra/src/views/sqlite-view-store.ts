import type { Database } from '../sqlite/database.ts';
import { deepFreeze } from './deep-freeze.ts';
import { SqliteView } from './sqlite-view.ts';
import {
  type PositionRow,
  positionsDefinition,
  positionsName,
  positionsOf,
  type ViewTables,
} from './sqlite-view-tables.ts';
import type { ViewChange } from './sqlite-view-writes.ts';
import type { View, ViewDefinition, ViewDocument, ViewStore, WritableView } from './view-store.ts';

export interface SqliteViewStore extends ViewStore {
  view<D extends ViewDocument>(definition: ViewDefinition): View<D> & WritableView<D>;
  /** Drops all views and checkpoints. */
  clear(): Promise<void>;
  /** Drops the views and checkpoints that nobody asked for, which former versions made. */
  dropUnused(): Promise<void>;
}

type Changes = Map<string, string | undefined>;

/** Writes to views that become one transaction. */
interface Batch {
  readonly changed: Map<ViewTables, Changes>;
  readonly positions: Map<string, number>;
  /** By name. */
  readonly views: Map<string, WritableView<ViewDocument>>;
  isOpen: boolean;
}

/** Views of an owner in a file of SQLite, which its opener closes. Only one process feeds them, in order. */
export function createSqliteViewStore(database: Database, owner: string): SqliteViewStore {
  const views = new Map<string, SqliteView<ViewDocument>>();
  const positionsInUse = new Set<string>();
  let preparing: Promise<void> | undefined;

  function prepare(): Promise<void> {
    const positions = { [positionsName(owner)]: positionsDefinition(owner) };
    preparing ??= database.ensureTables(positions).catch((error: unknown) => {
      preparing = undefined;
      throw error;
    });
    return preparing;
  }

  function viewOf<D extends ViewDocument>({ name, ...definition }: ViewDefinition): SqliteView<D> {
    const indexes = [...new Set(definition.indexes)].sort();
    const texts = [...new Set(definition.texts)].sort();
    const known = views.get(name) ?? new SqliteView<ViewDocument>(database, { owner, name, indexes, texts });
    if (known.tables.indexes.join() !== indexes.join() || known.tables.texts.join() !== texts.join()) {
      throw new Error(`view ${name} is defined twice, with other indexes`);
    }
    views.set(name, known);
    // The owner of a view's definition knows the type of its documents.
    return known as unknown as SqliteView<D>;
  }

  const newBatch = (): Batch => ({
    changed: new Map(),
    positions: new Map(),
    views: new Map(),
    isOpen: true,
  });

  async function flush({ changed, positions }: Batch): Promise<void> {
    if (changed.size === 0 && positions.size === 0) return;
    const changes = [...changed].map(([view, each]) => ({ view, changes: [...each].map(changeOf) }));
    const reached = [...positions];
    changed.clear();
    positions.clear();
    await prepare();
    await database.write('changeViews', { owner, changed: changes, positions: reached });
  }

  /** A view for writes, which wait in the batch while it is open. */
  function writable<D extends ViewDocument>(view: SqliteView<D>, batch: Batch): WritableView<D> {
    const waiting = (): Changes | undefined => batch.changed.get(view.tables);
    const read = (text: string | undefined) => (text === undefined ? undefined : (JSON.parse(text) as D));
    /** Documents that were read together and not changed since; undefined: there is none. */
    const ahead = new Map<string, D | undefined>();

    async function change(id: string, text: string | undefined): Promise<void> {
      await view.prepare();
      const changes = waiting() ?? new Map();
      batch.changed.set(view.tables, changes.set(id, text));
      ahead.delete(id);
      if (!batch.isOpen) await flush(batch);
    }

    return {
      async get(id) {
        const changes = waiting();
        if (changes?.has(id)) return read(changes.get(id));
        return batch.isOpen && ahead.has(id) ? ahead.get(id) : view.get(id);
      },
      async getMany(ids) {
        const changes = new Map(waiting());
        const missing = ids.filter((id) => !changes.has(id));
        const stored = await view.getMany(missing);
        for (const id of missing) if (!waiting()?.has(id)) ahead.set(id, undefined);
        for (const document of stored) if (ahead.has(document._id)) ahead.set(document._id, deepFreeze(document));
        const changed = [...new Set(ids)].flatMap((id) => read(changes.get(id)) ?? []);
        return [...stored, ...changed];
      },
      async find(filter, options) {
        await flush(batch);
        return view.find(filter, options);
      },
      async put(document) {
        view.willWrite(document);
        await change(document._id, JSON.stringify(document));
      },
      remove: (id) => change(id, undefined),
    };
  }

  /** The writable view of a batch: the same object each time, because it caches the documents it has read. */
  function inBatch<D extends ViewDocument>(definition: ViewDefinition, batch: Batch): WritableView<D> {
    const known = batch.views.get(definition.name) ?? writable(viewOf(definition), batch);
    batch.views.set(definition.name, known);
    return known as unknown as WritableView<D>;
  }

  return {
    view<D extends ViewDocument>(definition: ViewDefinition) {
      const view = viewOf<D>(definition);
      const { put, remove } = writable(view, { ...newBatch(), isOpen: false });
      return Object.assign(view, { put, remove });
    },
    async together(write) {
      const batch = newBatch();
      try {
        return await write(
          () => ({ view: (definition) => inBatch(definition, batch) }),
          (name, position) => void batch.positions.set(name, position),
        );
      } finally {
        batch.isOpen = false;
        await flush(batch);
      }
    },
    async checkpoint(name) {
      positionsInUse.add(name);
      await prepare();
      return database.reader.row<PositionRow>(`SELECT * FROM ${positionsOf(owner)} WHERE view = ?`, name)?.[1] ?? 0;
    },
    async saveCheckpoint(name, position) {
      await prepare();
      await database.write('changeViews', { owner, changed: [], positions: [[name, position]] });
    },
    async reset(name) {
      await prepare();
      const view = views.get(name);
      await view?.prepare();
      await database.write('resetView', { owner, name, isMade: view !== undefined });
    },
    async begun() {
      await prepare();
      const rows = database.reader.rows<PositionRow>(`SELECT * FROM ${positionsOf(owner)}`);
      return rows.filter(([, position]) => position > 0).map(([name]) => name);
    },
    async clear() {
      await database.write('dropViews', { owner, views: [], positions: [] });
      for (const view of views.values()) view.unprepare();
    },
    async dropUnused() {
      await database.write('dropViews', { owner, views: [...views.keys()], positions: [...positionsInUse] });
    },
    close: async () => views.clear(),
  };
}

function changeOf([key, text]: readonly [string, string | undefined]): ViewChange {
  return { key, text };
}

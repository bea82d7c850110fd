import type { ViewDefinition, ViewDocument, Views, WritableViews } from '../views/view-store.ts';
import { readValue } from './dead-letter.ts';
import type { LogRecord } from './message-log.ts';

/** The latest state of something with several ids; `_id` is the key of its records. */
export interface Snapshot extends ViewDocument {
  /** Present and former ones. */
  readonly ids: readonly string[];
  readonly version: number;
}

export interface SnapshotView<D extends Snapshot> {
  /** Finds by a present or a former id. */
  find(id: string): Promise<readonly D[]>;
  /**
   * Updates the view from a record of the topic.
   * @throws UnreadableRecord if the record is not a snapshot
   */
  apply(record: LogRecord, views: WritableViews): Promise<void>;
  /** Reports the changes that lookups find from now on. */
  onWritten(): Promise<void>;
}

/** Called with the key and all ids; they are undefined if another process removed the document from the view first. */
export type ChangedSnapshot = (key: string, ids: readonly string[] | undefined) => void;

interface SnapshotViewParts<D extends Snapshot> {
  readonly definition: ViewDefinition;
  readonly viewStore: Views;
  readonly read: (value: Uint8Array) => D;
  readonly changed: ChangedSnapshot;
}

/** A view of a compacted topic of snapshots, to be fed by a log view. */
export function createSnapshotView<D extends Snapshot>(parts: SnapshotViewParts<D>): SnapshotView<D> {
  const { definition, viewStore, read, changed } = parts;
  const view = viewStore.view<D>(definition);
  /** Applied changes that may not be written yet; while they cannot be, the same ones come again and again. */
  let applied = new Map<string, readonly string[] | undefined>();

  function note(key: string, ids: readonly string[] | undefined): void {
    const before = applied.has(key) ? applied.get(key) : [];
    applied.set(key, before && ids && [...new Set([...before, ...ids])]);
  }

  return {
    find: (id) => view.find({ ids: id }),

    async apply({ key, value }, views) {
      const written = views.view<D>(definition);
      const known = await written.get(key);
      if (value === null) {
        await written.remove(key);
        note(key, known?.ids);
        return;
      }
      const document = readValue(value, read);
      if (known !== undefined && known.version > document.version) return;
      await written.put(document);
      note(key, [...(known?.ids ?? []), ...document.ids]);
    },

    async onWritten() {
      const written = applied;
      applied = new Map();
      for (const [key, ids] of written) changed(key, ids);
    },
  };
}

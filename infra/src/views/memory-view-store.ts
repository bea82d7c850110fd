import { MemoryView } from './memory-view.ts';
import type { ViewFile } from './view-file.ts';
import type { View, ViewDefinition, ViewDocument, ViewStore, WritableView } from './view-store.ts';
import type { ViewsToWrite } from './write-view-file.ts';

export interface MemoryViewStore extends ViewStore {
  view<D extends ViewDocument>(definition: ViewDefinition): View<D> & WritableView<D>;
  /** A number that differs after each change. */
  changes(): number;
  /**
   * Writes the present contents, and from then on reads unchanged documents from that file.
   */
  save(write: (views: ViewsToWrite) => Promise<ViewFile | undefined>): Promise<void>;
}

/**
 * Views in the memory of this process. They and their checkpoints are lost when it ends, so their feeders read
 * everything again at the next start, unless it begins with a saved file.
 */
export function createMemoryViewStore(from?: ViewFile): MemoryViewStore {
  let file = from;
  const checkpoints = new Map(file?.directory.checkpoints);
  const views = new Map<string, MemoryView<ViewDocument>>();
  for (const section of file?.sections ?? []) {
    views.set(section.shape.name, new MemoryView<ViewDocument>(section.shape, section));
  }

  const store: MemoryViewStore = {
    view: <D extends ViewDocument>(definition: ViewDefinition) => {
      const { name } = definition;
      const indexes = [...new Set(definition.indexes)].sort();
      const texts = [...new Set(definition.texts)].sort();
      const known = views.get(name) ?? new MemoryView<ViewDocument>({ name, indexes, texts });
      if (known.shape.indexes.join() !== indexes.join() || known.shape.texts.join() !== texts.join()) {
        throw new Error(`view ${name} is defined twice, with other indexes`);
      }
      views.set(name, known);
      // The owner of a view's definition knows the type of its documents.
      return known as unknown as MemoryView<D>;
    },
    // Only one process feeds them, in order.
    together: (write) => write(() => store),
    checkpoint: async (name) => checkpoints.get(name) ?? 0,
    saveCheckpoint: async (name, position) => void checkpoints.set(name, position),
    reset: async (name) => {
      views.get(name)?.clear();
      checkpoints.delete(name);
    },
    begun: async () => [...checkpoints].filter(([, position]) => position > 0).map(([name]) => name),
    changes: () => sum([...checkpoints.values(), ...[...views.values()].map((view) => view.changes)]),
    async save(write) {
      const written = await write({
        checkpoints: [...checkpoints],
        views: [...views.values()].map((view) => ({ ...view.shape, rows: view.toWrite() })),
      });
      if (written === undefined) return;
      file?.close();
      file = written;
    },
    close: async () => {
      views.clear();
      checkpoints.clear();
      file?.close();
      file = undefined;
    },
  };
  return store;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0);
}

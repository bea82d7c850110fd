import { MemoryView } from './memory-view.ts';
import type { View, ViewDefinition, ViewDocument, ViewStore } from './view-store.ts';

/**
 * Views in the memory of this process. They and their checkpoints are gone when
 * it ends, so that their feeders read everything again at the next start.
 */
export function createMemoryViewStore(): ViewStore {
  const views = new Map<string, { readonly indexes: string; readonly view: MemoryView<ViewDocument> }>();
  const checkpoints = new Map<string, number>();

  const store: ViewStore = {
    view: <D extends ViewDocument>({ name, indexes }: ViewDefinition): View<D> => {
      const wanted = [...new Set(indexes)].sort().join(' ');
      const existing = views.get(name) ?? {
        indexes: wanted,
        view: new MemoryView<ViewDocument>([...new Set(indexes)]),
      };
      if (existing.indexes !== wanted) throw new Error(`view ${name} is defined twice, with other indexes`);
      views.set(name, existing);
      // The documents of a name have the type its definition's owner says.
      return existing.view as unknown as View<D>;
    },
    // One process feeds them, in order.
    at: () => store,
    together: (write) => write(store.at),
    checkpoint: async (name) => checkpoints.get(name) ?? 0,
    saveCheckpoint: async (name, position) => void checkpoints.set(name, position),
    reset: async (name) => {
      views.get(name)?.view.clear();
      checkpoints.delete(name);
    },
    begun: async () => [...checkpoints].filter(([, position]) => position > 0).map(([name]) => name),
    close: async () => {
      views.clear();
      checkpoints.clear();
    },
  };
  return store;
}

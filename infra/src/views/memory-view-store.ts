import { MemoryView } from './memory-view.ts';
import type { Portion, ViewContents } from './saved-views.ts';
import type { ViewDefinition, ViewDocument, WritableView, WritableViewStore } from './view-store.ts';

/** Documents that are written down in one go. */
const PORTION = 1_000;

export interface MemoryViewStore extends WritableViewStore {
  /** All that it holds, as it stands when it is read. */
  contents(): ViewContents;
}

/**
 * Views in the memory of this process. They and their checkpoints are gone when it ends, so that their feeders read
 * everything again at the next start, unless their contents are given to it.
 */
export function createMemoryViewStore(contents?: ViewContents): MemoryViewStore {
  const views = new Map<string, { readonly indexes: string; readonly view: MemoryView<ViewDocument> }>();
  const checkpoints = new Map(contents?.checkpoints);
  /** Of views that nobody has defined yet. */
  const undefinedYet = new Map<string, ViewDocument[]>();
  for (const { view, documents } of contents?.documents ?? []) {
    const known = undefinedYet.get(view);
    if (known === undefined) undefinedYet.set(view, [...documents]);
    else for (const document of documents) known.push(document);
  }

  function newView(name: string, indexes: readonly string[]): MemoryView<ViewDocument> {
    const view = new MemoryView<ViewDocument>(indexes);
    view.load(undefinedYet.get(name) ?? []);
    undefinedYet.delete(name);
    return view;
  }

  const store: MemoryViewStore = {
    view: <D extends ViewDocument>({ name, indexes }: ViewDefinition): WritableView<D> => {
      const wanted = [...new Set(indexes)].sort().join(' ');
      const existing = views.get(name) ?? {
        indexes: wanted,
        view: newView(name, [...new Set(indexes)]),
      };
      if (existing.indexes !== wanted) throw new Error(`view ${name} is defined twice, with other indexes`);
      views.set(name, existing);
      // The documents of a name have the type its definition's owner says.
      return existing.view as unknown as WritableView<D>;
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
    contents: () => ({
      checkpoints: [...checkpoints],
      documents: portionsOf([...views].map(([name, { view }]) => [name, view] as const)),
    }),
    close: async () => {
      views.clear();
      checkpoints.clear();
    },
  };
  return store;
}

function* portionsOf(views: readonly (readonly [string, MemoryView<ViewDocument>])[]): Generator<Portion> {
  for (const [name, view] of views) {
    let documents: ViewDocument[] = [];
    for (const document of view.all()) {
      documents.push(document);
      if (documents.length < PORTION) continue;
      yield { view: name, documents };
      documents = [];
    }
    if (documents.length > 0) yield { view: name, documents };
  }
}

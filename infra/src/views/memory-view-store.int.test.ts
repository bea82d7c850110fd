import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { viewStoreContract } from './contract.ts';
import { createMemoryViewStore, type MemoryViewStore } from './memory-view-store.ts';
import { openSavedViews } from './saved-views.ts';

/** A view store that writes its documents to a file before every read. */
viewStoreContract('memory, from a file', async () => {
  const place = await mkdtemp(path.join(tmpdir(), 'resting-views-'));
  const saved = await openSavedViews(place, 'this build');
  const store = createMemoryViewStore();
  const READS = ['get', 'getMany', 'find', 'findFields', 'count', 'countBy'];
  const views: MemoryViewStore['view'] = (definition) =>
    new Proxy(store.view(definition), {
      get(view, name) {
        const method = Reflect.get(view, name) as (...args: unknown[]) => unknown;
        return async (...args: unknown[]) => {
          if (READS.includes(String(name))) await store.save((written) => saved.keep('cards', 'one log', written));
          return method.apply(view, args);
        };
      },
    }) as never;
  return {
    viewStore: { ...store, view: views },
    cleanUp: async () => {
      await store.close();
      await rm(place, { recursive: true });
    },
  };
});

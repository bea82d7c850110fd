import { expect, it } from 'vitest';
import { viewStoreContract } from './contract.ts';
import { createMemoryViewStore } from './memory-view-store.ts';
import type { ViewStore } from './view-store.ts';

viewStoreContract('memory', async () => {
  const viewStore = createMemoryViewStore();
  return { viewStore, cleanUp: () => viewStore.close() };
});

it('refuses operators outside the port', async () => {
  const view = createMemoryViewStore().view({ name: 'cards', indexes: [] });
  await expect(view.find({ tags: { $size: 2 } })).rejects.toThrow('$size');
  await expect(view.find({ $where: 'true' })).rejects.toThrow('$where');
});

it('refuses a view that is defined twice with different indexes', () => {
  const viewStore = createMemoryViewStore();
  viewStore.view({ name: 'cards', indexes: ['a', 'b'] });
  viewStore.view({ name: 'cards', indexes: ['b', 'a'] });
  expect(() => viewStore.view({ name: 'cards', indexes: ['a'] })).toThrow('defined twice');
});

it('permits only reads through the port, and writes at a position', async () => {
  const port: ViewStore = createMemoryViewStore();
  // @ts-expect-error -- writes need a position, which distinguishes late writes from the latest ones
  expect(port.view({ name: 'cards', indexes: [] }).put).toBeDefined();
  await port.together((at) => at(1).view({ name: 'cards', indexes: [] }).put({ _id: 'a' }));
  expect(await port.view({ name: 'cards', indexes: [] }).get('a')).toEqual({ _id: 'a' });
});

import { createHash } from 'node:crypto';
import { getInOrder } from '../views/get-in-order.ts';
import { createMemoryViewStore } from '../views/memory-view-store.ts';
import type { SqliteViewStore } from '../views/sqlite-view-store.ts';
import type { ViewDefinition } from '../views/view-store.ts';
import type { LeavesOut } from './shape-of.ts';

/** The order of fields is no part of a shape. */
function inOrder(value: unknown): unknown {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/**
 * Shape of a view's documents: a digest of all of them after each step of an example. A test compares it with the
 * definition's, and the contracts of the last release refuse another shape under the same name.
 */
export async function shapeOfView(
  view: ViewDefinition,
  steps: readonly ((views: SqliteViewStore) => Promise<void>)[],
  leavesOut: LeavesOut = () => false,
): Promise<string> {
  const store = createMemoryViewStore();
  const digest = createHash('sha256');
  /** Ids in the order in which they appeared. */
  const known = new Set<string>();
  for (const step of steps) {
    await step(store);
    for (const { _id } of await store.view(view).find({})) known.add(_id);
    const documents = await getInOrder(store.view(view), [...known]).then((all) => all.filter((each) => each));
    digest.update(JSON.stringify(documents, (key, value) => (leavesOut(key, value) ? undefined : inOrder(value))));
  }
  return digest.digest('base64url').slice(0, 12);
}

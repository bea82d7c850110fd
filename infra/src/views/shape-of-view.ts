import { createHash } from 'node:crypto';
import { createMemoryViewStore } from './memory-view-store.ts';
import type { ViewDefinition, WritableViews } from './view-store.ts';

/** The order of fields is no part of a shape. */
const inOrder = (_: string, value: unknown) =>
  value === null || typeof value !== 'object' || Array.isArray(value)
    ? value
    : Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));

/**
 * Shape of a view's documents: a digest of all of them after each step of an example. A test compares it with the
 * definition's, and the contracts of the last release refuse another shape under the same name.
 */
export async function shapeOfView(
  view: ViewDefinition,
  steps: readonly ((views: WritableViews) => Promise<void>)[],
): Promise<string> {
  const store = createMemoryViewStore();
  const digest = createHash('sha256');
  for (const step of steps) {
    await step(store);
    digest.update(JSON.stringify(await store.view(view).find({}), inOrder));
  }
  return digest.digest('base64url').slice(0, 12);
}

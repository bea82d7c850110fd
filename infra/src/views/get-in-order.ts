import type { View, ViewDocument } from './view-store.ts';

/** The documents of these ids, in the same order; undefined for missing ones. */
export async function getInOrder<D extends ViewDocument>(
  view: Pick<View<D>, 'getMany'>,
  ids: readonly string[],
): Promise<readonly (D | undefined)[]> {
  const found = new Map((await view.getMany(ids)).map((document) => [document._id, document]));
  return ids.map((id) => found.get(id));
}

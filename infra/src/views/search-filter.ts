import { searchedParts } from '@volant/proto/text/searched';
import type { ViewFilter } from './view-store.ts';

/** Finds documents whose `text` contains all parts of one of the searches. Without searches, it finds all documents. */
export function searchFilter(searches: readonly string[]): ViewFilter {
  const [only = {}, ...others] = searches.map(containing);
  return others.length === 0 ? only : { $or: [only, ...others] };
}

function containing(search: string): ViewFilter {
  const [only = {}, ...others] = searchedParts(search).map((part) => ({ text: { $contains: part } }));
  return others.length === 0 ? only : { $and: [only, ...others] };
}

import { stripIgnoredCharacters } from 'graphql';
import type { FixedOperation } from '../supergraph/fixed-operations.ts';

/** An operation that may run. */
export interface ListedOperation {
  /** It, where it has a plan. */
  readonly planned: FixedOperation<unknown> | undefined;
}

/** Finds a listed operation by its text, however this is laid out. */
export type ListedOperations = (source: string) => ListedOperation | undefined;

/**
 * @param documents what may run beside the operations that have plans
 * @throws Error for a document that is no GraphQL
 */
export function listOperations(
  operations: readonly FixedOperation<unknown>[],
  documents: readonly string[],
): ListedOperations {
  const listed = new Map<string, ListedOperation>();
  for (const document of documents) listed.set(stripIgnoredCharacters(document), { planned: undefined });
  for (const planned of operations) listed.set(stripIgnoredCharacters(planned.query), { planned });
  return (source) => {
    try {
      return listed.get(stripIgnoredCharacters(source));
    } catch {
      // What cannot even be read is on no list.
      return undefined;
    }
  };
}

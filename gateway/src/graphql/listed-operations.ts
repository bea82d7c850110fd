import { stripIgnoredCharacters } from 'graphql';
import type { FixedOperation } from '../supergraph/fixed-operations.ts';

/** Operations by their texts, however these are laid out. */
export interface ListedOperations {
  /** Whether it may run. */
  has(source: string): boolean;
  /** The operation that has a plan. */
  planned(source: string): FixedOperation<unknown> | undefined;
}

/**
 * @param documents what may run beside the operations that have plans
 * @throws Error for a document that is no GraphQL
 */
export function listOperations(
  operations: readonly FixedOperation<unknown>[],
  documents: readonly string[],
): ListedOperations {
  const planned = new Map(operations.map((operation) => [stripIgnoredCharacters(operation.query), operation]));
  const listed = new Set([...planned.keys(), ...documents.map(stripIgnoredCharacters)]);
  return {
    has: (source) => listed.has(plain(source) ?? ''),
    planned: (source) => planned.get(plain(source) ?? ''),
  };
}

/** Undefined for what cannot even be read, which is on no list. */
function plain(source: string): string | undefined {
  try {
    return stripIgnoredCharacters(source);
  } catch {
    return undefined;
  }
}

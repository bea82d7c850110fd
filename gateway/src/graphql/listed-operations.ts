import { stripIgnoredCharacters } from 'graphql';

/** Texts of operations that may run, however they are laid out. */
export type ListedOperations = (source: string) => boolean;

/** @throws Error for a document that is no GraphQL */
export function listOperations(documents: readonly string[]): ListedOperations {
  const listed = new Set(documents.map(stripIgnoredCharacters));
  return (source) => {
    try {
      return listed.has(stripIgnoredCharacters(source));
    } catch {
      // What cannot even be read is on no list.
      return false;
    }
  };
}

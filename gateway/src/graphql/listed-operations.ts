import { stripIgnoredCharacters } from 'graphql';

/**
 * Finds a listed document by any layout of its text. Returns the listed text, so that it is parsed and planned once.
 */
export type ListedOperations = (source: string) => string | undefined;

/** @throws Error if a document is not valid GraphQL */
export function listOperations(documents: readonly string[]): ListedOperations {
  const listed = new Map(documents.map((document) => [stripIgnoredCharacters(document), document]));
  return (source) => {
    try {
      return listed.get(stripIgnoredCharacters(source));
    } catch {
      // A text that cannot be parsed is not listed.
      return undefined;
    }
  };
}

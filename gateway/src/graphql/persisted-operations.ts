import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from '@volant/infra/text/outside-text';
import { z } from 'zod';
import type { FixedOperation } from '../supergraph/graph.ts';

/** The format in which Apollo's tools write such lists. */
const Manifest = z.object({
  format: z.literal('apollo-persisted-query-manifest'),
  version: z.literal(1),
  operations: z.array(z.object({ id: text(), name: text(), body: text() })),
});

/** The web client's own operations, by the hash of their text. */
export type PersistedOperations = ReadonlyMap<string, FixedOperation>;

/**
 * Reads the list that the build of the web client has written.
 * @throws Error if there is no list, or a hash in it does not match its operation
 */
export async function readPersistedOperations(webRoot: string): Promise<PersistedOperations> {
  const { operations } = Manifest.parse(JSON.parse(await readFile(join(webRoot, 'operations.json'), 'utf8')));
  return new Map(
    operations.map(({ id, name, body: query }) => {
      if (operationIdOf(query) !== id) {
        throw new Error(`the hash of ${name} in the list of operations is not that of its text`);
      }
      return [id, { name, query }];
    }),
  );
}

/** SHA-256 of an operation's text, in hex. */
export function operationIdOf(query: string): string {
  return createHash('sha256').update(query).digest('hex');
}

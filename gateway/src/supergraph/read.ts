import { readFileSync } from 'node:fs';

/** The composed supergraph as it is checked in. */
export function readSupergraph(): string {
  return readFileSync(new URL('../../supergraph.graphql', import.meta.url), 'utf8');
}

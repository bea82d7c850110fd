import { readFileSync } from 'node:fs';

/** The supergraph that `npm run supergraph -w @volant/gateway` composed from the services' schemas. */
export function readSupergraph(): string {
  return readFileSync(new URL('../../supergraph.graphql', import.meta.url), 'utf8');
}

/** The schema that clients see, as text. */
export function readSchema(): string {
  return readFileSync(new URL('../../schema.graphql', import.meta.url), 'utf8');
}

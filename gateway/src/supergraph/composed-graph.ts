import { readFileSync } from 'node:fs';

/** The supergraph that `npm run supergraph -w @volant/gateway` composed from the services' schemas. */
export function readSupergraph(): string {
  return readFileSync(new URL('../../supergraph.graphql', import.meta.url), 'utf8');
}

/** The OpenAPI document that the build made from the REST routes. */
export function readApiDescription(): string {
  return readFileSync(new URL('../../dist/openapi.json', import.meta.url), 'utf8');
}

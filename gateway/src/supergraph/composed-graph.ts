import { readFileSync } from 'node:fs';
import { buildSchema, type GraphQLSchema } from 'graphql';
import { type Plans, readPlans } from './plans.ts';

/** What `npm run supergraph -w @volant/gateway` made of the services' schemas. */
export interface ComposedGraph {
  /** For the federation. */
  readonly supergraphSdl: string;
  /** What clients may ask. */
  readonly schema: GraphQLSchema;
  /** Of every operation of the REST calls and the web client. */
  readonly plans: Plans;
}

/** The graph as it is checked in. */
export function readComposedGraph(): ComposedGraph {
  return {
    supergraphSdl: readSupergraph(),
    schema: buildSchema(readSchema(), { assumeValid: true }),
    plans: readPlans(),
  };
}

export function readSupergraph(): string {
  return readFileSync(new URL('../../supergraph.graphql', import.meta.url), 'utf8');
}

/** The schema's text. */
export function readSchema(): string {
  return readFileSync(new URL('../../schema.graphql', import.meta.url), 'utf8');
}

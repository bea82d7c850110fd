import { setTimeout as sleep } from 'node:timers/promises';
import { Supergraph } from '@apollo/federation-internals';
import { callOfProcess } from '@volant/infra/auth/assertion';
import type { Subgraph } from '@volant/infra/graphql/subgraph-call';
import type { Logger } from '@volant/infra/process/observability/log';
import { BreakingChangeType, buildSchema, findBreakingChanges, type GraphQLSchema } from 'graphql';

/** Requests to a service at once, because its replicas are replaced one by one. */
const REQUESTS = 8;
const EVERY_MS = 1_000;
/** Longer than a rollout. Afterwards public pages are worth more than the order. */
const WITHIN_MS = 10 * 60_000;
/** Differences that make a service refuse an operation of this gateway. */
const REFUSED: ReadonlySet<string> = new Set([
  BreakingChangeType.TYPE_REMOVED,
  BreakingChangeType.FIELD_REMOVED,
  BreakingChangeType.ARG_REMOVED,
]);
/** Names of federation itself, such as `_entities` or `link__Import`. */
const OF_FEDERATION = /(?:^|\.)_|__/;

interface Awaited {
  readonly services: readonly Subgraph[];
  readonly supergraphSdl: string;
  readonly log: Logger;
  readonly signal: AbortSignal;
  readonly withinMs?: number;
}

/**
 * Resolves once no service is older than this gateway, whose operations an older one would refuse: a rollout then
 * replaces the gateways last. A service that does not answer is not waited for, because public pages need none.
 */
export async function awaitServices({ services, supergraphSdl, log, signal, withinMs = WITHIN_MS }: Awaited) {
  const known = Supergraph.build(supergraphSdl, {}).subgraphs();
  const until = performance.now() + withinMs;
  await Promise.all(
    services.map(async (service) => {
      const expected = known.get(service.name)?.schema.toGraphQLJSSchema();
      if (expected === undefined) return;
      let before: string | undefined;
      for (;;) {
        const lacks = await missingFrom(service, expected);
        if (lacks === undefined) return;
        if (performance.now() >= until) {
          log.warn({ service: service.name, lacks }, 'starts beside a service of an older version');
          return;
        }
        if (lacks !== before) log.info({ service: service.name, lacks }, 'waits for a service of an older version');
        before = lacks;
        await sleep(EVERY_MS, undefined, { signal });
      }
    }),
  );
}

/** What the oldest replica that answers lacks. */
async function missingFrom(service: Subgraph, expected: GraphQLSchema): Promise<string | undefined> {
  const answers = await Promise.all(Array.from({ length: REQUESTS }, () => schemaOf(service)));
  for (const sdl of new Set(answers)) {
    const lacks = sdl === undefined ? undefined : difference(expected, sdl);
    if (lacks !== undefined) return lacks;
  }
  return undefined;
}

async function schemaOf(service: Subgraph): Promise<string | undefined> {
  try {
    const { data } = await service.execute({ query: '{ _service { sdl } }' }, callOfProcess());
    return (data as { readonly _service: { readonly sdl: string } } | null | undefined)?._service.sdl;
  } catch {
    // Its being away is reported where it is called for a client.
    return undefined;
  }
}

function difference(expected: GraphQLSchema, sdl: string): string | undefined {
  const changes = findBreakingChanges(expected, buildSchema(sdl, { assumeValidSDL: true }));
  return changes.find(({ type, description }) => REFUSED.has(type) && !OF_FEDERATION.test(description))?.description;
}

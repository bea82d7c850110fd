import { setTimeout as sleep } from 'node:timers/promises';
import { callOfProcess } from '@volant/infra/auth/assertion';
import type { Subgraph } from '@volant/infra/graphql/subgraph-call';
import type { Logger } from '@volant/infra/process/observability/log';
import {
  BreakingChangeType,
  buildASTSchema,
  buildSchema,
  type ConstDirectiveNode,
  type DocumentNode,
  findBreakingChanges,
  type GraphQLSchema,
  Kind,
  parse,
  visit,
} from 'graphql';

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

interface Directed {
  readonly directives?: readonly ConstDirectiveNode[] | undefined;
}

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
  const supergraph = parse(supergraphSdl);
  const until = performance.now() + withinMs;
  await Promise.all(
    services.map(async (service) => {
      const expected = partOf(supergraph, service.name);
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
  return changes.find(({ type }) => REFUSED.has(type))?.description;
}

/**
 * The types and fields of a service, without those of federation itself. @apollo/gateway builds the same, but keeps it
 * to itself, and to build it once more takes a second of a start.
 */
function partOf(supergraph: DocumentNode, service: string): GraphQLSchema {
  const graphsIn = ({ directives = [] }: Directed, name: string) =>
    directives.filter((directive) => directive.name.value === name).map(graphOf);
  // `undefined` keeps a node, `null` removes it. A field without graphs is in all those of its type.
  const type = (node: Directed) => (graphsIn(node, 'join__type').includes(service) ? undefined : null);
  const field = (node: Directed) => {
    const graphs = graphsIn(node, 'join__field');
    return graphs.length === 0 || graphs.includes(service) ? undefined : null;
  };
  return buildASTSchema(
    visit(supergraph, {
      SchemaDefinition: () => null,
      DirectiveDefinition: () => null,
      ObjectTypeDefinition: type,
      InputObjectTypeDefinition: type,
      EnumTypeDefinition: type,
      ScalarTypeDefinition: type,
      FieldDefinition: field,
      InputValueDefinition: field,
    }),
    { assumeValidSDL: true },
  );
}

function graphOf({ arguments: given = [] }: ConstDirectiveNode): string | undefined {
  const graph = given.find(({ name }) => name.value === 'graph')?.value;
  return graph?.kind === Kind.ENUM ? graph.value.toLowerCase() : undefined;
}

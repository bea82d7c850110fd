import { readFileSync } from 'node:fs';
import type { IncomingHttpHeaders } from 'node:http';
import type { PublicError } from '@volant/infra/errors/domain-error';
import { ForwardedError } from '@volant/infra/errors/domain-error';
import { createSubgraph } from '@volant/infra/graphql/subgraph';
import type { Subgraph, SubgraphCall } from '@volant/infra/graphql/subgraph-call';
import type { Logger } from '@volant/infra/process/observability/log';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { GATEWAY_ERRORS } from '../errors.ts';
import { EVENTS_PATH } from '../http/forward-events.ts';
import { requestOf } from '../http/subgraph-call.ts';

interface EventInput {
  readonly source?: string | null;
}

const Collected = z.object({
  accepted: z.int(),
  refused: z.array(z.object({ index: z.int(), code: z.string() })),
});
const Refused = z.object({ error: z.string(), code: z.string() });

/** Headers that describe the original body and not the forwarded one. */
const OF_THE_BODY = ['content-type', 'content-length', 'content-encoding', 'transfer-encoding', 'expect'];

/**
 * The mutation that collects events. It sends a request to POST /api/public/events of this server, with the caller's
 * headers and address, so that there is only one route for events, and a scan does not need GraphQL.
 */
export function createEventsSubgraph(server: () => FastifyInstance, log: Logger): Subgraph {
  return createSubgraph<SubgraphCall>({
    name: 'events',
    typeDefs: readFileSync(new URL('../../events.graphql', import.meta.url), 'utf8'),
    resolvers: {
      Mutation: {
        async collectEvents(_: unknown, { events }: { readonly events: readonly EventInput[] }, call: SubgraphCall) {
          const { headers, raw } = requestOf(call);
          const { remoteAddress } = raw.socket;
          const answer = await server().inject({
            method: 'POST',
            url: EVENTS_PATH,
            headers: { ...ofTheCaller(headers), 'content-type': 'application/json' },
            ...(remoteAddress === undefined ? {} : { remoteAddress }),
            payload: JSON.stringify({ events: events.map(asSent) }),
          });
          if (answer.statusCode === 202) return Collected.parse(answer.json());
          throw new ForwardedError(
            publicErrorOf(answer.statusCode, Refused.parse(answer.json()), answer.headers['retry-after']),
          );
        },
      },
    },
    catalogue: GATEWAY_ERRORS,
    createContext: (call) => call,
    log,
  });
}

function ofTheCaller(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !OF_THE_BODY.includes(name)));
}

function asSent({ source, ...event }: EventInput) {
  return { ...event, source: source?.toLowerCase() };
}

function publicErrorOf(
  status: number,
  { error: text, code }: z.infer<typeof Refused>,
  retryAfter: unknown,
): PublicError {
  const refusal = { status, code, text };
  return retryAfter === undefined ? refusal : { ...refusal, retryAfterSeconds: Number(retryAfter) };
}

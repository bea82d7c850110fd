import { LONGEST_SEARCH } from '@volant/proto/text/lengths';
import fastify, {
  type FastifyInstance,
  type FastifyPluginAsync,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify';
import { z } from 'zod';
import type { SessionState } from '../../auth/access-token.ts';
import { ASSERTION_HEADER, type Assertions } from '../../auth/assertion.ts';
import { COMMON_ERRORS } from '../../errors/common-errors.ts';
import { DomainError, toPublicError } from '../../errors/domain-error.ts';
import type { Subgraph, SubgraphCall } from '../../graphql/subgraph-call.ts';
import type { Upload } from '../../graphql/upload.ts';
import { text } from '../../text/outside-text.ts';
import type { Logger } from '../observability/log.ts';
import { type Metrics, observeRequests } from '../observability/metrics.ts';
import { traceRequests } from '../observability/tracing.ts';
import type { Notices } from '../shell/notices.ts';
import { boundConnections } from './connection-bounds.ts';
import { connectionRefusal, HTTP_BOUNDS, HTTP_ERRORS, refuseUnclearHost } from './http-bounds.ts';
import {
  DEACTIVATIONS_PATH,
  EVENT_TOTALS_PATH,
  type EventTotals,
  GRAPHQL_PATH,
  type HandOver,
  OWNED_PAGES_PATH,
  type OwnedPages,
  PAGE_TOTALS_PATH,
  type PageTotals,
  PEOPLE_PATH,
  type PeopleFound,
  SESSIONS_PATH,
  SPOOL_PATH,
  type TellDeactivation,
  UPLOADS_PATH,
  WEEK_FIGURES_PATH,
  type WeekFigures,
} from './remote-service.ts';
import { readForwarded, watchForwarded } from './untrusted-proxy.ts';

export interface ServiceServerParts {
  /** Name of the service, the audience of assertions. */
  readonly service: string;
  readonly assertions: Assertions;
  readonly metrics: Metrics;
  readonly log: Logger;
  readonly subgraph?: Subgraph;
  readonly upload?: Upload;
  /** Identity only: answers other services about sessions. */
  readonly loadSession?: (sessionId: string) => Promise<SessionState | undefined>;
  /** Identity only: answers other services about people. */
  readonly peopleFound?: PeopleFound;
  /** Identity only: called by pages, mails the people concerned. */
  readonly tellDeactivation?: TellDeactivation;
  /** Pages only: answers identity, which writes weekly letters. */
  readonly ownedPages?: OwnedPages;
  /** Pages only: answers identity, which orders people by them. */
  readonly pageTotals?: PageTotals;
  /** Analytics only, for the same letters. */
  readonly weekFigures?: WeekFigures;
  /** Analytics only: answers pages, which orders pages by them. */
  readonly eventTotals?: EventTotals;
  /** Role `collect` of analytics: takes what another collector leaves. */
  readonly takeOver?: HandOver | undefined;
  /** Routes for clients, which need no assertion. */
  readonly openRoutes?: FastifyPluginAsync;
  /** Trusted proxies of those clients. */
  readonly trustedProxies?: readonly string[];
  readonly notices?: Notices;
}

const CATALOGUE = { ...COMMON_ERRORS, ...HTTP_ERRORS };
/** Operations of the gateway with their entities; the gateway limits clients' own bodies. */
const GRAPHQL_LIMIT = 8 * 1024 * 1024;
/** The service enforces the image limit; this one stops endless bodies. */
const UPLOAD_LIMIT = 16 * 1024 * 1024;
const BEARER = /^Bearer (\S+)$/;

const graphqlRequest = z.object({
  query: z.string(),
  operationName: z.string().optional(),
  variables: z.record(z.string(), z.unknown()).optional(),
});

const ownedPagesRequest = z.object({ ownerId: text(64) });
const weekFiguresRequest = z.object({
  pages: z.array(z.object({ pageUid: text(64), tenure: z.int(), since: z.iso.datetime().optional() })),
  monday: z.iso.date(),
});
const notice = { eventId: text(64), ownerId: text(64) };
const deactivationRequest = z.union([
  z.object({
    ...{ ...notice, pageId: text(64), reason: text(2_000) },
    reasons: z.record(text(8), text(2_000)).optional(),
  }),
  z.object({ ...notice, webhookHost: text(253) }),
]);
const spoolRequest = z.object({ records: z.array(z.base64()) });
const nothing = z.object({});
const peopleRequest = z.object({ search: text(LONGEST_SEARCH) });

/**
 * Server of a service process for the other processes. It accepts only calls with an assertion; the service itself
 * verifies the client's token.
 */
export function createServiceServer(parts: ServiceServerParts): FastifyInstance {
  const { metrics, log, subgraph, upload, loadSession, peopleFound, openRoutes, trustedProxies = [] } = parts;
  const { ownedPages, weekFigures, pageTotals, eventTotals, takeOver, notices, tellDeactivation } = parts;
  const server = fastify({
    logger: false,
    ...HTTP_BOUNDS,
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    clientErrorHandler: connectionRefusal([]),
  });
  // Without open routes its only clients are our own processes.
  boundConnections(
    server.server,
    openRoutes === undefined
      ? { ofNetwork: Number.POSITIVE_INFINITY, underWay: Number.POSITIVE_INFINITY }
      : { trustedProxies },
  );
  refuseUnclearHost(server);
  readForwarded(server);
  traceRequests(server);
  observeRequests(server, metrics);
  if (openRoutes !== undefined && notices !== undefined) {
    watchForwarded(server, { trustedProxies, measures: metrics, notices });
  }
  server.setErrorHandler((error, request, reply) => refuse(error, request, reply));
  server.setNotFoundHandler((request, reply) => refuse(new DomainError('NOT_FOUND'), request, reply));

  function refuse(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
    const answer = toPublicError(known(error), 'en', CATALOGUE);
    metrics.countRefusal(answer.code);
    const where = { method: request.method, route: request.routeOptions.url, code: answer.code };
    if (answer.code === 'INTERNAL') log.error({ ...where, err: error }, 'request failed');
    else log.warn(where, 'request refused');
    if (answer.retryAfterSeconds !== undefined) reply.header('retry-after', String(answer.retryAfterSeconds));
    return reply.code(answer.status).send({ success: false, error: answer.text, code: answer.code });
  }

  /** @throws DomainError UNAUTHENTICATED without a valid assertion for exactly this request */
  function callOf(request: FastifyRequest, body: Uint8Array | undefined): SubgraphCall {
    const { [ASSERTION_HEADER]: header, authorization = '' } = request.headers;
    return parts.assertions.verify(parts.service, typeof header === 'string' ? header : undefined, {
      method: request.method,
      path: request.url,
      token: BEARER.exec(authorization)?.[1],
      body,
    });
  }

  if (openRoutes !== undefined) server.register(openRoutes);
  server.register(async (internal) => {
    internal.removeAllContentTypeParsers();
    // The assertion covers the bytes, so the body is verified before it is parsed.
    internal.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_, body, done) => done(null, body));
    internal.addContentTypeParser('application/octet-stream', (_, payload, done) => done(null, payload));

    /** A call of another process with a JSON body, if this service answers it. */
    function offer<Call, Body>(
      answers: Call | undefined,
      path: string,
      shape: z.ZodType<Body>,
      answer: (call: Call, body: Body) => Promise<object>,
    ): void {
      if (answers === undefined) return;
      internal.post(path, { bodyLimit: GRAPHQL_LIMIT }, async (request, reply) => {
        const body = bodyOf(request);
        callOf(request, body);
        return reply.send(await answer(answers, parsed(shape, body)));
      });
    }

    if (subgraph !== undefined) {
      internal.post(GRAPHQL_PATH, { bodyLimit: GRAPHQL_LIMIT }, async (request, reply) => {
        const body = bodyOf(request);
        const call = callOf(request, body);
        const result = await subgraph.execute(parsed(graphqlRequest, body), call);
        for (const { extensions } of result.errors ?? []) metrics.countRefusal(String(extensions.code));
        return reply.type('application/json; charset=utf-8').send(JSON.stringify(result));
      });
    }
    if (upload !== undefined) {
      internal.post(UPLOADS_PATH, { bodyLimit: UPLOAD_LIMIT }, async (request, reply) => {
        const call = callOf(request, undefined);
        const answer = await upload({ body: request.raw, call });
        if ('refusal' in answer) metrics.countRefusal(answer.refusal.code);
        return reply.send(answer);
      });
    }
    offer(peopleFound, PEOPLE_PATH, peopleRequest, async (find, { search }) => ({ people: await find(search) }));
    offer(ownedPages, OWNED_PAGES_PATH, ownedPagesRequest, async (list, { ownerId }) => ({
      pages: await list(ownerId),
    }));
    offer(weekFigures, WEEK_FIGURES_PATH, weekFiguresRequest, async (count, { pages, monday }) => ({
      figures: await count(pages, monday),
    }));
    offer(pageTotals, PAGE_TOTALS_PATH, nothing, async (count) => ({ totals: await count() }));
    offer(eventTotals, EVENT_TOTALS_PATH, nothing, async (count) => ({ totals: await count() }));
    offer(tellDeactivation, DEACTIVATIONS_PATH, deactivationRequest, async (tell, deactivation) => {
      await tell(deactivation);
      return { kept: true };
    });
    offer(takeOver, SPOOL_PATH, spoolRequest, async (take, { records }) => {
      await take(records.map((record) => Buffer.from(record, 'base64')));
      return { taken: records.length };
    });
    if (loadSession !== undefined) {
      internal.get<{ Params: { id: string } }>(`${SESSIONS_PATH}/:id`, async (request, reply) => {
        callOf(request, Buffer.alloc(0));
        return reply.send({ session: (await loadSession(request.params.id)) ?? null });
      });
    }
  });
  return server;
}

function bodyOf({ body }: FastifyRequest): Uint8Array {
  return body instanceof Uint8Array ? body : Buffer.alloc(0);
}

function parsed<T>(shape: z.ZodType<T>, body: Uint8Array): T {
  try {
    return shape.parse(JSON.parse(Buffer.from(body).toString()));
  } catch {
    throw new DomainError('MALFORMED_BODY');
  }
}

/** Maps Fastify's own refusals to our codes. */
function known(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof DomainError) return error;
  const { statusCode } = error as Error & { readonly statusCode?: number };
  if (statusCode === 413) return new DomainError('PAYLOAD_TOO_LARGE');
  if (statusCode === 415) return new DomainError('UNSUPPORTED_MEDIA_TYPE');
  return statusCode !== undefined && statusCode >= 400 && statusCode < 500 ? new DomainError('MALFORMED_BODY') : error;
}

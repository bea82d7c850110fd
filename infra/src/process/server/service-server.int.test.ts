import type { FastifyInstance } from 'fastify';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { SessionState } from '../../auth/access-token.ts';
import { ASSERTION_HEADER, createAssertions } from '../../auth/assertion.ts';
import { DomainError } from '../../errors/domain-error.ts';
import type { SubgraphCall, SubgraphRequest } from '../../graphql/subgraph-call.ts';
import type { UploadRequest } from '../../graphql/upload.ts';
import { createLogger } from '../observability/log.ts';
import { createMetrics, type Metrics } from '../observability/metrics.ts';
import { createInternalClient, type InternalClient } from './internal-client.ts';
import {
  createRemoteDeactivations,
  createRemoteEventTotals,
  createRemotePageTotals,
  createRemoteSessions,
  createRemoteSubgraph,
  createRemoteUpload,
} from './remote-service.ts';
import { createServiceServer } from './service-server.ts';

const SECRET = 'a secret between processes, long enough';
const SESSION: SessionState = { userId: 'u1', role: 'DRIVER', expiresAt: '2030-01-01T00:00:00.000Z' };
const call: SubgraphCall = {
  token: 'user-token',
  language: 'fr',
  clientAddress: '192.0.2.7',
  correlationId: 'correlation-1',
  idempotencyKey: 'key-1',
};

describe('a service in another process', () => {
  const assertions = createAssertions({ secret: SECRET });
  let executed: { readonly request: SubgraphRequest; readonly call: SubgraphCall }[];
  let uploaded: string[];
  let metrics: Metrics;
  let deactivations: unknown[];
  let lines: string[];
  let log: ReturnType<typeof createLogger>;
  let server: FastifyInstance;
  let origin: string;
  let clients: InternalClient[];

  beforeEach(async () => {
    executed = [];
    uploaded = [];
    deactivations = [];
    lines = [];
    clients = [];
    log = createLogger({ name: 'test', destination: { write: (line) => void lines.push(line) } });
    metrics = createMetrics({ name: 'pages' });
    server = createServiceServer({
      service: 'pages',
      assertions,
      metrics,
      log,
      subgraph: {
        name: 'pages',
        async execute(request, received) {
          executed.push({ request, call: received });
          return { data: { page: { id: 'p1' } } };
        },
      },
      upload: async ({ body, call: received }: UploadRequest) => {
        const chunks: Uint8Array[] = [];
        for await (const chunk of body) chunks.push(chunk);
        uploaded.push(`${received.clientAddress} ${Buffer.concat(chunks).length}`);
        return { imageUrl: '/uploads/a.jpg' };
      },
      loadSession: async (id) => (id === 's1' ? SESSION : undefined),
      tellDeactivation: async (deactivation) => void deactivations.push(deactivation),
      pageTotals: async () => [{ ownerId: 'u1', pages: 3 }],
      eventTotals: async () => [{ pageUid: 'p1', tenure: 2, events: 40 }],
      openRoutes: async (open) => {
        open.get('/api/public/open', async () => ({ open: true }));
      },
    });
    origin = await server.listen({ host: '127.0.0.1', port: 0 });
  });
  afterEach(async () => {
    await Promise.all(clients.map((client) => client.close()));
    await server.close();
  });

  function clientFor(service = 'pages', url = origin, secret = SECRET, timeoutMs = 300_000): InternalClient {
    const client = createInternalClient({
      service,
      url,
      assertions: createAssertions({ secret }),
      log,
      timeoutMs,
    });
    clients.push(client);
    return client;
  }

  it('executes operations with the caller’s statements about the client', async () => {
    const request = {
      query: 'query Page($id: ID!) { page(id: $id) { id } }',
      operationName: 'Page',
      variables: { id: 'é' },
    };
    const answer = await createRemoteSubgraph('pages', clientFor()).execute(request, call);
    expect(answer).toEqual({ data: { page: { id: 'p1' } } });
    expect(executed).toEqual([{ request, call }]);
  });

  it('answers other services with totals of pages and events', async () => {
    expect(await createRemotePageTotals(clientFor())()).toEqual([{ ownerId: 'u1', pages: 3 }]);
    expect(await createRemoteEventTotals(clientFor())()).toEqual([{ pageUid: 'p1', tenure: 2, events: 40 }]);
    expect((await fetch(`${origin}/internal/event-totals`, { method: 'POST', body: '{}' })).status).not.toBe(200);
  });

  it('refuses requests without a valid assertion for exactly this request, and counts them', async () => {
    const body = JSON.stringify({ query: '{ page { id } }' });
    const asserted = { method: 'POST', path: '/graphql', token: undefined, body };
    const bare = { ...call, token: undefined };
    const post = (path: string, header?: string, sent = body) =>
      fetch(origin + path, {
        method: 'POST',
        body: sent,
        headers: {
          'content-type': path === '/uploads' ? 'application/octet-stream' : 'application/json',
          ...(header === undefined ? {} : { [ASSERTION_HEADER]: header }),
        },
      });

    const good = assertions.sign('pages', bare, asserted);
    expect((await post('/graphql')).status).toBe(401);
    expect((await post('/graphql', 'a.b.c')).status).toBe(401);
    expect((await post('/graphql', assertions.sign('identity', bare, asserted))).status).toBe(401);
    expect((await post('/graphql', good, body.replace('page', 'user'))).status).toBe(401);
    expect((await post('/uploads', good)).status).toBe(401);
    expect((await post('/uploads')).status).toBe(401);
    expect((await fetch(`${origin}/internal/sessions/s1`)).status).toBe(401);
    expect(executed).toEqual([]);
    expect(uploaded).toEqual([]);
    expect((await metrics.render()).body).toContain('refusals_total{code="UNAUTHENTICATED",process="pages"} 7');

    expect((await post('/graphql', good)).status).toBe(200);
    expect((await fetch(`${origin}/api/public/open`)).status).toBe(200);
  });

  it('streams an upload', async () => {
    async function* megabytes() {
      for (let n = 0; n < 3; n += 1) yield new Uint8Array(1024 * 1024);
    }
    const upload = createRemoteUpload(clientFor());
    expect(await upload({ body: megabytes(), call })).toEqual({ imageUrl: '/uploads/a.jpg' });
    expect(uploaded).toEqual([`192.0.2.7 ${3 * 1024 * 1024}`]);
  });

  it('passes on a refusal by the source of an upload’s bytes', async () => {
    async function* tooLarge() {
      yield new Uint8Array(1024);
      throw new DomainError('PAYLOAD_TOO_LARGE');
    }
    const upload = createRemoteUpload(clientFor());
    await expect(upload({ body: tooLarge(), call })).rejects.toMatchObject({ code: 'PAYLOAD_TOO_LARGE' });
    expect(uploaded).toEqual([]);
  });

  it('answers sessions', async () => {
    const load = createRemoteSessions(clientFor());
    expect(await load('s1')).toEqual(SESSION);
    expect(await load('s2/../x')).toBeUndefined();
  });

  it('is told why a page was deactivated', async () => {
    const deactivation = { eventId: 'e1', ownerId: 'u1', pageId: 'Taxi75', reason: 'é'.repeat(500) };
    await createRemoteDeactivations(clientFor())(deactivation);
    expect(deactivations).toEqual([deactivation]);
    const stranger = createRemoteDeactivations(clientFor('pages', origin, `${SECRET}.`));
    await expect(stranger(deactivation)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    expect(deactivations).toHaveLength(1);
  });

  it('is UNAVAILABLE if it cannot be reached, refuses the assertion or is another service', async () => {
    const unavailable = { code: 'UNAVAILABLE', retryAfterSeconds: 2 };
    const nobody = clientFor('pages', 'http://127.0.0.1:1');
    await expect(createRemoteSubgraph('pages', nobody).execute({ query: '{ a }' }, call)).rejects.toMatchObject(
      unavailable,
    );
    await expect(createRemoteSessions(nobody)('s1')).rejects.toMatchObject(unavailable);
    const stranger = clientFor('pages', origin, `${SECRET}.`);
    await expect(createRemoteSubgraph('pages', stranger).execute({ query: '{ a }' }, call)).rejects.toMatchObject(
      unavailable,
    );
    expect(lines.join('')).toContain('VOLANT_INTERNAL_SECRET differs');
    const elsewhere = clientFor('identity', origin);
    await expect(createRemoteSessions(elsewhere)('s1')).rejects.toMatchObject(unavailable);
  });

  it('is UNAVAILABLE if it does not answer in time', async () => {
    const silent = createServiceServer({
      service: 'pages',
      assertions,
      metrics: createMetrics({ name: 'silent' }),
      log,
      subgraph: { name: 'pages', execute: () => new Promise(() => undefined) },
    });
    const url = await silent.listen({ host: '127.0.0.1', port: 0 });
    const remote = createRemoteSubgraph('pages', clientFor('pages', url, SECRET, 200));
    await expect(remote.execute({ query: '{ a }' }, call)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    silent.server.closeAllConnections();
    await silent.close();
  });
});

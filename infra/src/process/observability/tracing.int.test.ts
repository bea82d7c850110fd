import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import fastify from 'fastify';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { createAssertions } from '../../auth/assertion.ts';
import type { SubgraphCall } from '../../graphql/subgraph-call.ts';
import { createInternalClient } from '../server/internal-client.ts';
import { createRemoteSubgraph } from '../server/remote-service.ts';
import { createServiceServer } from '../server/service-server.ts';
import { createLogger } from './log.ts';
import { createMetrics } from './metrics.ts';
import { startTracing, traceCause, traceRequests } from './tracing.ts';

interface Span {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly attributes: readonly { readonly key: string; readonly value: { readonly stringValue?: string } }[];
}

const call: SubgraphCall = {
  token: undefined,
  language: 'fr',
  clientAddress: '192.0.2.7',
  correlationId: 'correlation-1',
  idempotencyKey: undefined,
};
const log = createLogger({ name: 'test', level: 'silent' });
const assertions = createAssertions({ secret: 'a secret between processes, long enough' });

let receiver: Server;
let received: Span[];

beforeAll(async () => {
  received = [];
  receiver = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { resourceSpans } = JSON.parse(Buffer.concat(chunks).toString());
    for (const { scopeSpans } of resourceSpans) for (const { spans } of scopeSpans) received.push(...spans);
    response.setHeader('content-type', 'application/json').end('{}');
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
});
afterAll(() => {
  vi.unstubAllEnvs();
  receiver.close();
});

/** Whether requests are traced. */
async function isTraced(): Promise<boolean> {
  const front = fastify();
  traceRequests(front);
  front.get('/', async () => ({ traced: traceCause() !== undefined }));
  const answer = await front.inject('/');
  await front.close();
  return answer.json().traced;
}

it('loads no SDK and sends no headers unless the settings enable it', async () => {
  const tracing = await startTracing({ name: 'test', environment: {}, log });
  expect(await isTraced()).toBe(false);
  await tracing.stop();
  expect(received).toEqual([]);
});

it('follows a request from the gateway into a service in one trace', async () => {
  const { port } = receiver.address() as AddressInfo;
  vi.stubEnv('OTEL_EXPORTER_OTLP_ENDPOINT', `http://127.0.0.1:${port}`);
  const tracing = await startTracing({ name: 'gateway', environment: process.env, log });

  const service = createServiceServer({
    service: 'pages',
    assertions,
    metrics: createMetrics({ name: 'pages' }),
    log,
    subgraph: { name: 'pages', execute: async () => ({ data: { ok: true } }) },
  });
  const url = await service.listen({ host: '127.0.0.1', port: 0 });
  const client = createInternalClient({ service: 'pages', url, assertions, log });
  const subgraph = createRemoteSubgraph('pages', client);
  const front = fastify();
  traceRequests(front);
  front.post('/api/pages/:id', async () => subgraph.execute({ query: '{ ok }' }, call));
  const origin = await front.listen({ host: '127.0.0.1', port: 0 });

  const traceId = '0af7651916cd43dd8448eb211c80319c';
  const answer = await fetch(`${origin}/api/pages/secret-id`, {
    method: 'POST',
    // Reading a body leaves the request's async context, which then has to be restored.
    body: JSON.stringify({ some: 'body' }),
    headers: { 'content-type': 'application/json', traceparent: `00-${traceId}-b7ad6b7169203331-01` },
  });
  expect(await answer.json()).toEqual({ data: { ok: true } });
  await front.close();
  await client.close();
  await service.close();
  await tracing.stop();
  // Test files share their process.
  expect(await isTraced()).toBe(false);

  const named = (name: string) => received.find((span) => span.name === name);
  const [edge, out, inside] = [named('POST /api/pages/:id'), named('call pages'), named('POST /graphql')];
  expect(received.map((span) => span.traceId)).toEqual([traceId, traceId, traceId]);
  expect(edge?.parentSpanId).toBe('b7ad6b7169203331');
  expect(out?.parentSpanId).toBe(edge?.spanId);
  expect(inside?.parentSpanId).toBe(out?.spanId);
  expect(JSON.stringify(received)).not.toContain('secret-id');
  expect(JSON.stringify(received)).not.toContain('192.0.2.7');
});

import fastify, { type FastifyInstance } from 'fastify';
import type { Metrics } from '../observability/metrics.ts';
import { boundConnections } from '../server/connection-bounds.ts';
import { HTTP_BOUNDS } from '../server/http-bounds.ts';
import type { Readiness } from './readiness.ts';

/**
 * Serves operators and their tools, on a port that clients do not reach and that listens before anything else:
 * - `/health`: the process runs;
 * - `/ready`: it has started and all its servers answer; also warns of settings that should be changed;
 * - `/serving`: it accepts requests, even if a server that is not essential is away. For load balancers: removing
 *   every process because one shared server is away would turn a small outage into a big one;
 * - `/metrics`: for Prometheus.
 */
export function createOperationsServer(readiness: Readiness, metrics: Metrics): FastifyInstance {
  const server = fastify({ ...HTTP_BOUNDS, logger: false, forceCloseConnections: true });
  boundConnections(server.server);
  server.addHook('onRequest', async (_, reply) => {
    reply.header('cache-control', 'no-store');
  });
  server.get('/health', async () => ({ status: 'ok' }));
  server.get('/ready', async (_, reply) => {
    const { serving: _serving, ...report } = await readiness.report();
    return reply.code(report.status === 'ready' ? 200 : 503).send(report);
  });
  server.get('/serving', async (_, reply) => {
    const { status, serving, missing } = await readiness.report();
    return reply.code(serving ? 200 : 503).send({ status, missing });
  });
  server.get('/metrics', async (_, reply) => {
    const { contentType, body } = await metrics.render();
    return reply.type(contentType).send(body);
  });
  return server;
}

import type { FastifyInstance } from 'fastify';
import type { Metrics } from './metrics.ts';

/** Observes every request of the server, by its route's pattern. */
export function observeRequests(server: FastifyInstance, metrics: Metrics): void {
  server.addHook('onResponse', (request, reply, done) => {
    const { statusCode: status, elapsedTime } = reply;
    const { method, routeOptions } = request;
    metrics.observeRequest({ method, route: routeOptions.url, status, seconds: elapsedTime / 1000 });
    done();
  });
}

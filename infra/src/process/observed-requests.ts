import type { FastifyInstance } from 'fastify';
import type { Metrics } from './metrics.ts';

/** Measures every request of the server, under its route's pattern. */
export function observeRequests(server: FastifyInstance, metrics: Metrics): void {
  server.addHook('onResponse', (request, reply, done) => {
    const { statusCode: status, elapsedTime } = reply;
    const { method, routeOptions } = request;
    metrics.observeRequest({ method, route: routeOptions.url, status, seconds: elapsedTime / 1000 });
    done();
  });
}

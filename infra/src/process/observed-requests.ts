import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Metrics } from './metrics.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route measures and traces by itself what a request of it is made of. */
    readonly observedInParts?: boolean;
  }
}

export function isObservedInParts({ routeOptions }: FastifyRequest): boolean {
  return routeOptions.config.observedInParts === true;
}

/** Measures every request of the server, under its route's pattern. */
export function observeRequests(server: FastifyInstance, metrics: Metrics): void {
  server.addHook('onResponse', (request, reply, done) => {
    const { statusCode: status, elapsedTime } = reply;
    // What was refused as a whole had no parts.
    if (!isObservedInParts(request) || status !== 200) {
      const { method, routeOptions } = request;
      metrics.observeRequest({ method, route: routeOptions.url, status, seconds: elapsedTime / 1000 });
    }
    done();
  });
}

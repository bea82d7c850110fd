import type { FastifyInstance } from 'fastify';

export interface Health {
  /** Whether the process wants requests. */
  state: 'starting' | 'ready' | 'stopping';
}

/** `/health` answers as long as the process lives, `/ready` while it wants requests. */
export function registerHealth(server: FastifyInstance, health: Health): void {
  server.get('/health', async (_, reply) => reply.header('cache-control', 'no-store').send({ status: 'ok' }));
  server.get('/ready', async (_, reply) =>
    reply
      .code(health.state === 'ready' ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({ status: health.state }),
  );
}

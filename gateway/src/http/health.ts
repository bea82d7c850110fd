import type { FastifyInstance } from 'fastify';

export interface Health {
  /** Whether the process accepts requests. */
  state: 'starting' | 'ready' | 'stopping';
}

/** `/health` answers while the process runs, `/ready` while it accepts requests. */
export function registerHealth(server: FastifyInstance, health: Health): void {
  server.get('/health', async (_, reply) => reply.header('cache-control', 'no-store').send({ status: 'ok' }));
  server.get('/ready', async (_, reply) =>
    reply
      .code(health.state === 'ready' ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({ status: health.state }),
  );
}

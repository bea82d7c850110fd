import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

/** Longer than our own processes keep a connection that they do not use. */
const LEAVE_MS = 5_000;
const LOOK_EVERY_MS = 50;

/**
 * Prepares a server, before it listens, to be stopped without losing anybody's
 * request. A connection closed while it is idle may be in use again at that very
 * moment, and whoever sent something cannot know what became of it. So what is
 * returned lets the server go on at first, with each answer saying that its
 * connection ends with it, while clients let go of connections they do not use;
 * then it stops listening, and whatever is idle still is closed.
 * @param leaveMs how long that may take at most; it is over when no connection is left
 */
export function prepareToClose(server: FastifyInstance, leaveMs = LEAVE_MS): () => Promise<void> {
  const { server: http } = server;
  const sockets = new Set<Socket>();
  http.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });

  function closeIdle(): void {
    http.closeIdleConnections();
    // Browsers open connections in case they need them; Node does not count those as idle.
    for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy();
  }

  return async () => {
    http.prependListener('request', (_request, response: ServerResponse) => {
      response.shouldKeepAlive = false;
    });
    const until = performance.now() + leaveMs;
    while (sockets.size > 0 && performance.now() < until) await sleep(LOOK_EVERY_MS);
    // One that was busy when listening stopped would stay open, idle, for as long as its client likes.
    const sweep = setInterval(closeIdle, LOOK_EVERY_MS);
    try {
      await server.close();
    } finally {
      clearInterval(sweep);
    }
  };
}

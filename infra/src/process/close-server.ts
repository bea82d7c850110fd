import type { ServerResponse } from 'node:http';
import { Server as NetServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

/** Longer than our own processes keep a connection that they do not use. */
const LEAVE_MS = 5_000;
/** For requests that were sent before their client could know: as long as one takes on a slow mobile network. */
const LINGER_MS = 1_000;
const LOOK_EVERY_MS = 25;

/** What Node keeps at a connection while it answers there. */
interface AnsweringSocket extends Socket {
  readonly _httpMessage?: ServerResponse | null;
}

/**
 * Prepares a server, before it listens, to be stopped without losing anybody's
 * request. A connection closed while it is idle may be in use again at that very
 * moment, and whoever sent something cannot know what became of it. So what is
 * returned lets the server go on at first, with each answer saying that its
 * connection ends with it, while clients let go of connections they do not use;
 * then it stops listening, lingers, and closes whatever is idle still.
 * @param leaveMs how long clients have at most while it still listens; none where nobody takes over
 * @param lingerMs how long idle connections are read at most after that
 */
export function prepareToClose(server: FastifyInstance, leaveMs = LEAVE_MS, lingerMs = LINGER_MS): () => Promise<void> {
  const { server: http } = server;
  const sockets = new Set<AnsweringSocket>();
  http.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });

  function closeIdle(): void {
    http.closeIdleConnections();
    // Browsers open connections in case they need them; Node does not count those as idle.
    for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy();
  }

  async function noConnectionsWithin(ms: number): Promise<void> {
    const until = performance.now() + ms;
    while (sockets.size > 0 && performance.now() < until) await sleep(LOOK_EVERY_MS);
  }

  return async () => {
    http.prependListener('request', (_request, response: ServerResponse) => {
      response.shouldKeepAlive = false;
    });
    for (const { _httpMessage: answer } of sockets) {
      if (answer?.headersSent === false) answer.shouldKeepAlive = false;
    }
    await noConnectionsWithin(leaveMs);
    // http's own would close idle connections with it, and what has just been sent on them.
    if (http.listening) NetServer.prototype.close.call(http);
    await noConnectionsWithin(lingerMs);
    // One that was busy when listening stopped would stay open, idle, for as long as its client likes.
    const sweep = setInterval(closeIdle, LOOK_EVERY_MS);
    try {
      await server.close();
    } finally {
      clearInterval(sweep);
    }
  };
}

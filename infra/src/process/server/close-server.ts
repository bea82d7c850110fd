import type { ServerResponse } from 'node:http';
import { Server as NetServer, type Socket } from 'node:net';
import { setTimeout as sleep, setImmediate as turn } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

/** Longer than our own processes keep an unused connection. */
const LEAVE_MS = 5_000;
/** For requests already on their way: about the latency of a slow mobile network. */
const LINGER_MS = 1_000;
const LOOK_EVERY_MS = 25;
/** A turn of the event loop that handles nothing is shorter. */
const QUIET_MS = 0.5;
/** New connections may go on arriving meanwhile. */
const ACCEPTED_WITHIN_MS = 1_000;

/** The internal field in which Node keeps the response in progress. */
interface AnsweringSocket extends Socket {
  readonly _httpMessage?: ServerResponse | null;
}

/**
 * Prepares a server, before it listens, for closing without losing requests. A client may reuse an idle connection at
 * the moment it is closed, and then cannot know whether its request was processed. So the returned function first lets
 * the server go on, with `Connection: close` on each response, while clients close their unused connections. Then it
 * stops listening once every waiting connection is accepted, lingers, and closes the remaining idle connections.
 * @param leaveMs maximum time for clients to leave while the server still listens; 0 if no other process takes over
 * @param lingerMs maximum time to read idle connections after that
 */
export function prepareToClose(server: FastifyInstance, leaveMs = LEAVE_MS, lingerMs = LINGER_MS): () => Promise<void> {
  const { server: http } = server;
  const sockets = new Set<AnsweringSocket>();
  let accepted = 0;
  http.on('connection', (socket) => {
    accepted += 1;
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });

  function closeIdle(): void {
    http.closeIdleConnections();
    // Browsers open connections in advance; Node does not count those as idle.
    for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy();
  }

  async function noConnectionsWithin(ms: number): Promise<void> {
    const until = performance.now() + ms;
    while (sockets.size > 0 && performance.now() < until) await sleep(LOOK_EVERY_MS);
  }

  /**
   * The system resets connections that wait to be accepted when listening ends. Each turn polls once and accepts one of
   * them; others arrive while a turn handles requests, so it takes a short turn without any.
   */
  async function acceptWaiting(): Promise<void> {
    const until = performance.now() + ACCEPTED_WITHIN_MS;
    await turn();
    for (let isQuiet = false; !isQuiet && performance.now() < until; ) {
      const before = accepted;
      const begunAt = performance.now();
      await turn();
      isQuiet = accepted === before && performance.now() - begunAt < QUIET_MS;
    }
  }

  return async () => {
    http.prependListener('request', (_request, response: ServerResponse) => {
      response.shouldKeepAlive = false;
    });
    for (const { _httpMessage: answer } of sockets) {
      if (answer?.headersSent === false) answer.shouldKeepAlive = false;
    }
    await noConnectionsWithin(leaveMs);
    // http's own `close` would also close idle connections, losing requests just sent on them.
    if (http.listening) {
      await acceptWaiting();
      NetServer.prototype.close.call(http);
    }
    await noConnectionsWithin(lingerMs);
    // A connection that was busy when listening stopped would otherwise stay open, idle, as long as its client likes.
    const sweep = setInterval(closeIdle, LOOK_EVERY_MS);
    try {
      await server.close();
    } finally {
      clearInterval(sweep);
    }
  };
}

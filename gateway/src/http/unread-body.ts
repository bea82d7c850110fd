import type { FastifyReply, FastifyRequest } from 'fastify';

/**
 * Maximum of a refused body that is read and discarded, because a client may read the response only after sending
 * everything.
 */
const DISCARDED_BYTES = 20 * 1024 * 1024;
/** The same for a body of unknown length. */
const DISCARDED_OF_ENDLESS = 4 * 1024 * 1024;

/** A client that is slower than this is assumed to have given up. */
const DISCARDED_FOR_MS = 30_000;

/**
 * Stops reading a body after its response is known. Closing a connection with unread bytes resets it and loses the
 * response, so a limited rest is read first, and the connection is closed only if the body is longer.
 */
export function leaveUnread({ raw, headers }: FastifyRequest, reply: FastifyReply): void {
  if (raw.readableEnded) return;
  raw.unpipe();
  const announced = headers['content-length'];
  let left = announced === undefined ? DISCARDED_OF_ENDLESS : DISCARDED_BYTES;
  if (Number(announced) > left) {
    reply.header('connection', 'close');
    return;
  }
  // Fastify would close the connection because the body was not read to the end.
  reply.removeHeader('connection');
  raw.on('data', (chunk: Buffer) => {
    left -= chunk.length;
    if (left < 0) raw.socket.destroy();
  });
  const tooLate = setTimeout(() => raw.socket.destroy(), DISCARDED_FOR_MS).unref();
  raw.once('close', () => clearTimeout(tooLate));
  raw.resume();
}

import type { FastifyReply, FastifyRequest } from 'fastify';

/** Of a refused body so much is read and thrown away, because a client may read the answer only once it has sent everything. */
const DISCARDED_BYTES = 20 * 1024 * 1024;
/** The same of a body nobody knows the end of. */
const DISCARDED_OF_ENDLESS = 4 * 1024 * 1024;

/** Whoever sends the rest slower than this has no use for the answer. */
const DISCARDED_FOR_MS = 30_000;

/**
 * Ends the reading of a body whose answer is known already. A connection that is
 * closed with bytes on it is reset, and the answer is lost with it: so some more
 * is read, and the connection ends only where that was not all.
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
  // Fastify means to close where it has not read to the end.
  reply.removeHeader('connection');
  raw.on('data', (chunk: Buffer) => {
    left -= chunk.length;
    if (left < 0) raw.socket.destroy();
  });
  const tooLate = setTimeout(() => raw.socket.destroy(), DISCARDED_FOR_MS).unref();
  raw.once('close', () => clearTimeout(tooLate));
  raw.resume();
}

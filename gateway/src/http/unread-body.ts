import type { FastifyReply, FastifyRequest } from 'fastify';

/** Of a refused body so much is read and thrown away, because a client reads the answer only once it has sent everything. */
const DISCARDED_BYTES = 20 * 1024 * 1024;

/**
 * Ends the reading of a body whose answer is known already. A connection that is
 * closed with bytes on it is reset, and the answer is lost with it; only a body
 * nobody knows the end of is worth that.
 */
export function leaveUnread({ raw, headers }: FastifyRequest, reply: FastifyReply): void {
  if (raw.readableEnded) return;
  raw.unpipe();
  const announced = headers['content-length'];
  if (announced !== undefined && Number(announced) <= DISCARDED_BYTES) {
    // Fastify means to close where it has not read to the end.
    reply.removeHeader('connection');
    raw.resume();
  } else reply.header('connection', 'close');
}

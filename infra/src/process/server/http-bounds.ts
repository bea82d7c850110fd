import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { DEFAULT_LANGUAGE } from '@volant/proto/text/languages';
import type { ConnectionError, FastifyInstance } from 'fastify';
import { COMMON_ERRORS } from '../../errors/common-errors.ts';
import { DomainError, toPublicError } from '../../errors/domain-error.ts';
import { errorCatalogue } from '../../errors/error-catalogue.ts';
import texts from '../../errors/errors.json' with { type: 'json' };

/** Refusals made before the request's route is known. */
export const HTTP_ERRORS = errorCatalogue(
  {
    HOST_UNCLEAR: { status: 400 },
    HEADERS_TOO_LARGE: { status: 431 },
    REQUEST_TIMEOUT: { status: 408 },
  },
  texts,
);

const CATALOGUE = { ...COMMON_ERRORS, ...HTTP_ERRORS };
const CHECK_EVERY_MS = 2_000;
/** At most 15 s with the wait for the next check. */
const HEADERS_WITHIN_MS = 13_000;
/** For the whole request to arrive: a picture of 5 MB over a poor mobile network. */
const REQUEST_WITHIN_MS = 90_000;
/** For the next request on a connection. */
const NEXT_WITHIN_MS = 72_000;
/**
 * For more of a response to be read: the operating system buffers megabytes, and takes more once a third of them was
 * read.
 */
const READ_ON_WITHIN_MS = 60_000;
/** For a client to close a connection on which it was refused. */
const CLOSED_WITHIN_MS = 2_000;

/**
 * Options of every server: time limits for a request to arrive and for its response to be read (`boundConnections`).
 */
export const HTTP_BOUNDS = {
  requestTimeout: REQUEST_WITHIN_MS,
  connectionTimeout: READ_ON_WITHIN_MS,
  keepAliveTimeout: NEXT_WITHIN_MS,
  http: {
    headersTimeout: HEADERS_WITHIN_MS,
    connectionsCheckingInterval: CHECK_EVERY_MS,
    // `refuseUnclearHost` refuses it instead, with a body.
    requireHostHeader: false,
  },
};

/** The target of a request as proxies write it, which every server has to accept (RFC 9112). */
export const WHOLE_ADDRESS = /^https?:\/\/([^/?#]*)/i;

/**
 * Refuses a request that names no host or several: of two hosts, a proxy in front may have believed the other one.
 * HTTP/1.0 has no Host header.
 */
export function refuseUnclearHost(server: FastifyInstance): void {
  server.addHook('onRequest', ({ raw, originalUrl }, reply, done) => {
    const hosts = countHosts(raw);
    const [, named = raw.headers.host] = WHOLE_ADDRESS.exec(originalUrl) ?? [];
    const isSame = named?.toLowerCase() === raw.headers.host?.toLowerCase();
    if (isSame && (hosts === 1 || (hosts === 0 && raw.httpVersionMinor === 0))) {
      done();
      return;
    }
    // Such a client may also be unclear about where the request ends.
    reply.raw.shouldKeepAlive = false;
    done(new DomainError('HOST_UNCLEAR'));
  });
}

function countHosts({ rawHeaders }: IncomingMessage): number {
  let count = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at];
    if (name?.length === 4 && name.toLowerCase() === 'host') count += 1;
  }
  return count;
}

/**
 * Answers unparsable and timed-out requests, in French because their language is unknown.
 * @param headers names and values in turn
 */
export function connectionRefusal(
  headers: readonly string[],
  closedWithinMs = CLOSED_WITHIN_MS,
): (error: ConnectionError, socket: Socket) => void {
  return (error, socket) => {
    if (error.code === 'ECONNRESET' || !socket.writable) {
      socket.destroy();
      return;
    }
    const { status, code, text } = toPublicError(new DomainError(codeOf(error)), DEFAULT_LANGUAGE, CATALOGUE);
    const body = JSON.stringify({ success: false, error: text, code });
    const all = [
      ...headers,
      'Content-Type',
      'application/json; charset=utf-8',
      'Content-Length',
      String(Buffer.byteLength(body)),
      'Connection',
      'close',
    ];
    const lines = all.flatMap((name, i) => (i % 2 === 0 ? [`${name}: ${all[i + 1]}`] : []));
    socket.end(`HTTP/1.1 ${status} Refused\r\n${lines.join('\r\n')}\r\n\r\n${body}`);
    // A client that does not close its side would keep the descriptor.
    setTimeout(() => socket.destroy(), closedWithinMs).unref();
  };
}

function codeOf({ code }: ConnectionError): keyof typeof CATALOGUE {
  if (code === 'HPE_HEADER_OVERFLOW') return 'HEADERS_TOO_LARGE';
  return code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 'REQUEST_TIMEOUT' : 'MALFORMED_BODY';
}

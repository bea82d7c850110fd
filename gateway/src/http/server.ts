import type { Socket } from 'node:net';
import { DomainError, tellError } from '@volant/infra/errors/domain-error';
import type { Logger } from '@volant/infra/process/log';
import fastify, { type ConnectionError, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { GATEWAY_ERRORS } from '../errors.ts';
import { dressAnswer } from './edge.ts';
import { errorBody, sendError } from './error-answers.ts';
import { acceptJsonBodies } from './json-body.ts';
import { DATA_POLICY, type FlatHeaders, securityHeaders } from './security-headers.ts';
import { correlationIdOf } from './subgraph-call.ts';
import { leaveUnread } from './unread-body.ts';

const BODY_LIMIT = 1024 * 1024;
/** For the whole request to arrive: a picture of 5 MB over a poor mobile network. */
const REQUEST_TIMEOUT_MS = 90_000;

/** Answers a request with an error. */
export type Refusal = (error: unknown, request: FastifyRequest, reply: FastifyReply) => FastifyReply;

export function createRefusal(
  edgeHeaders: (request: FastifyRequest) => FlatHeaders,
  log: Logger,
  count: (code: string) => void,
): Refusal {
  return (error, request, reply) => {
    dressAnswer(request, reply, edgeHeaders(request));
    if (reply.getHeader('connection') === 'close') leaveUnread(request, reply);
    return sendError(error, request, reply, log, count);
  };
}

/** A bare server that refuses what is not HTTP, JSON or of a sensible size in the API's own form. */
export function createServer(trustedProxies: readonly string[], refuse: Refusal): FastifyInstance {
  const server = fastify({
    // The routes log for themselves: an access log would hold addresses and the ids of unclaimed pages.
    logger: false,
    genReqId: correlationIdOf,
    trustProxy: trustedProxies.length === 0 ? false : [...trustedProxies],
    bodyLimit: BODY_LIMIT,
    requestTimeout: REQUEST_TIMEOUT_MS,
    // Connections that are still open when the server stops are served to the end.
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    routerOptions: { maxParamLength: 2048 },
    frameworkErrors: refuse,
    clientErrorHandler: refuseConnection,
  });
  server.decorateRequest('bearerToken', null);
  acceptJsonBodies(server);
  return server;
}

/** Bytes that are no request get an answer before the connection ends; there is no request to ask for a language. */
function refuseConnection(error: ConnectionError, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const code =
    error.code === 'HPE_HEADER_OVERFLOW'
      ? 'HEADERS_TOO_LARGE'
      : error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
        ? 'REQUEST_TIMEOUT'
        : 'MALFORMED_BODY';
  const told = tellError(new DomainError(code), 'fr', GATEWAY_ERRORS);
  const body = JSON.stringify(errorBody(told));
  const headers = [
    ...securityHeaders(DATA_POLICY),
    'Content-Type',
    'application/json; charset=utf-8',
    'Content-Length',
    String(Buffer.byteLength(body)),
    'Connection',
    'close',
  ];
  const lines = headers.flatMap((name, i) => (i % 2 === 0 ? [`${name}: ${headers[i + 1]}`] : []));
  socket.end(`HTTP/1.1 ${told.status} Refused\r\n${lines.join('\r\n')}\r\n\r\n${body}`);
}

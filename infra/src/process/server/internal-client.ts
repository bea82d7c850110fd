import { Readable } from 'node:stream';
import { type Dispatcher, Pool } from 'undici';
import { ASSERTION_HEADER, type Assertions } from '../../auth/assertion.ts';
import { DomainError, unavailable } from '../../errors/domain-error.ts';
import type { SubgraphCall } from '../../graphql/subgraph-call.ts';
import type { Logger } from '../observability/log.ts';
import { traceCall, traceHeaders } from '../observability/tracing.ts';

export interface InternalClientParts {
  readonly service: string;
  /** Its address, such as `http://pages:4002`. */
  readonly url: string;
  readonly assertions: Assertions;
  readonly log: Logger;
  /** Timeout of a call; 10 s by default. */
  readonly timeoutMs?: number;
}

export interface InternalRequest {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly call: SubgraphCall;
  readonly contentType?: string;
  readonly body?: string | AsyncIterable<Uint8Array>;
  /** Timeout of this call if it may take longer than others. */
  readonly timeoutMs?: number;
}

export interface InternalAnswer {
  readonly status: number;
  readonly body: unknown;
}

/** Calls another process, with an assertion about the client. */
export interface InternalClient {
  /**
   * @throws DomainError UNAVAILABLE if the service cannot be reached, is not ready, or does not accept the assertion
   */
  send(request: InternalRequest): Promise<InternalAnswer>;
  close(): Promise<void>;
}

const TIMEOUT_MS = 10_000;
const CONNECTIONS = 64;
/** Shorter than the server's keep-alive, so that no connection is used at the moment it closes. */
const KEEP_ALIVE_MS = 4_000;

export function createInternalClient(parts: InternalClientParts): InternalClient {
  const { service, assertions, log, timeoutMs = TIMEOUT_MS } = parts;
  const pool = new Pool(new URL(parts.url).origin, {
    connections: CONNECTIONS,
    keepAliveTimeout: KEEP_ALIVE_MS,
    // Overrides a longer keep-alive offered by the server.
    keepAliveMaxTimeout: KEEP_ALIVE_MS,
    connect: { timeout: Math.min(timeoutMs, 3_000) },
    headersTimeout: timeoutMs,
    bodyTimeout: timeoutMs,
  });
  async function ask(request: InternalRequest): Promise<Dispatcher.ResponseData> {
    const { method, path, call, body, contentType = 'application/json', timeoutMs: patience = timeoutMs } = request;
    const asserted = { method, path, token: call.token, body: typeof body === 'object' ? undefined : (body ?? '') };
    return pool.request({
      method,
      path,
      headers: {
        [ASSERTION_HEADER]: assertions.sign(service, call, asserted),
        ...(body === undefined ? {} : { 'content-type': contentType }),
        ...(call.token === undefined ? {} : { authorization: `Bearer ${call.token}` }),
        ...traceHeaders(),
      },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : Readable.from(body) }),
      headersTimeout: patience,
      signal: AbortSignal.timeout(patience),
    });
  }

  /** Converts failures to UNAVAILABLE. */
  async function answered<Answer extends { readonly status: number }>(
    { call: { correlationId } }: InternalRequest,
    exchange: () => Promise<Answer>,
  ): Promise<Answer> {
    let answer: Answer;
    try {
      answer = await exchange();
    } catch (error) {
      // The source of a request body may refuse to go on.
      if (error instanceof DomainError) throw error;
      log.warn({ service, correlationId, reason: reasonOf(error) }, 'service does not answer');
      throw unavailable(error, 2);
    }
    if (answer.status === 401) {
      log.error({ service, correlationId }, 'service does not believe this process: VOLANT_INTERNAL_SECRET differs');
      throw unavailable(undefined, 2);
    }
    return answer;
  }

  return {
    send: (request) =>
      traceCall(`call ${service}`, { 'peer.service': service, 'http.request.method': request.method }, () =>
        answered(request, async () => {
          const { statusCode: status, body } = await ask(request);
          const text = await body.text();
          return { status, body: text === '' ? undefined : JSON.parse(text) };
        }),
      ),
    close: () => pool.close(),
  };
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { code, message, name } = error as NodeJS.ErrnoException;
  return code ?? (message || name);
}

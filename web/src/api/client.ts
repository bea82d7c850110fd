import * as v from 'valibot';
import { currentSession, endSession } from '../session/session.ts';
import { ApiError, NetworkError } from './api-error.ts';
import { takeEarlyAnswer } from './early-answer.ts';
import { parsed } from './parsed.ts';
import { headersOf } from './request-headers.ts';
import { withRetryKey } from './retry-key.ts';

export interface Exchange {
  readonly method?: 'GET' | 'POST';
  readonly body?: unknown;
  readonly idempotencyKey?: string | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Complete the request even if the page is closed. */
  readonly keepalive?: boolean;
}

export interface Call<T> extends Omit<Exchange, 'idempotencyKey'> {
  /** Schema of the response; a mismatch is an error here rather than later. */
  readonly answer: v.GenericSchema<unknown, T>;
  /**
   * How to handle a 401: `session-over` (the default) ends the session, and the browser goes to /login; `answer` is
   * for sign-in calls, which show the 401 themselves.
   */
  readonly on401?: 'session-over' | 'answer';
}

const errorBody = v.object({
  error: v.fallback(v.optional(v.string()), undefined),
  code: v.fallback(v.optional(v.string()), undefined),
  field: v.fallback(v.optional(v.string()), undefined),
  challenge: v.fallback(v.optional(v.string()), undefined),
  passkey: v.fallback(v.optional(v.string()), undefined),
});

/** Sends one request. Throws `ApiError` if the server refuses it and `NetworkError` if there is no response. */
export function call<T>(path: string, options: Call<T>): Promise<T> {
  if (options.method !== 'POST') return attempt(path, options);
  return withRetryKey(path, options.body, (idempotencyKey) => attempt(path, { ...options, idempotencyKey }));
}

async function attempt<T>(path: string, options: Call<T> & Exchange): Promise<T> {
  const { token, response, body } = await exchange(path, options);
  if (!response.ok) {
    if (options.on401 !== 'answer') endRefusedSession(response.status, token);
    throw refusal(response.status, response.headers.get('Retry-After'), body);
  }
  const result = v.safeParse(options.answer, body);
  if (!result.success) throw new ApiError(response.status, 'UNREADABLE_ANSWER', undefined, undefined);
  return result.output;
}

export interface DownloadedFile {
  /** File name chosen by the server. */
  readonly name: string;
  readonly bytes: Blob;
}

/** Downloads a file that requires a session. Throws like `call`. */
export async function download(path: string): Promise<DownloadedFile> {
  const token = currentSession()?.token;
  const response = await send(path, {}, token);
  if (!response.ok) {
    endRefusedSession(response.status, token);
    throw refusal(response.status, response.headers.get('Retry-After'), await readBody(response));
  }
  const name = /filename="([^"]+)"/.exec(response.headers.get('Content-Disposition') ?? '')?.[1];
  try {
    return { name: name ?? path.slice(path.lastIndexOf('/') + 1), bytes: await response.blob() };
  } catch (error) {
    throw new NetworkError(error);
  }
}

/** Sends one request with the current session and returns the response, whatever its status. */
export async function exchange(path: string, options: Exchange) {
  const token = currentSession()?.token;
  const response = await send(path, options, token);
  return { token, response, body: await readBody(response) };
}

async function send(path: string, options: Exchange, token: string | undefined): Promise<Response> {
  const headers = headersOf(token, options.idempotencyKey);
  headers.set('Content-Type', 'application/json');
  const request: RequestInit = {
    method: options.method ?? 'GET',
    headers,
    credentials: 'include',
    keepalive: options.keepalive ?? false,
  };
  if (options.body !== undefined) request.body = JSON.stringify(options.body);
  if (options.signal !== undefined) request.signal = options.signal;
  try {
    return await (takeEarlyAnswer(path, request.body, token) ?? fetch(path, request));
  } catch (error) {
    if (options.signal?.aborted) throw error;
    throw new NetworkError(error);
  }
}

async function readBody(response: Response): Promise<unknown> {
  let text: string;
  try {
    text = await response.text();
  } catch (error) {
    throw new NetworkError(error);
  }
  return jsonOf(text);
}

/** Parses JSON; undefined if the text is invalid. */
export function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Ends the session that the request used if the server no longer accepts it. */
export function endRefusedSession(status: number, token: string | undefined): void {
  if (status === 401 && token !== undefined) endSession('expired', token);
}

/** Converts an unsuccessful response to an error. */
export function refusal(status: number, retryAfter: string | null, body: unknown): ApiError {
  const answer = parsed(errorBody, body);
  const seconds = Number.parseInt(retryAfter ?? '', 10);
  return new ApiError(
    status,
    answer?.code ?? 'UNKNOWN',
    answer?.error === '' ? undefined : answer?.error,
    Number.isNaN(seconds) ? undefined : seconds,
    answer?.field,
    answer?.challenge === undefined ? undefined : { text: answer.challenge, passkey: answer.passkey },
  );
}

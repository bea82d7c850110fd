import * as v from 'valibot';
import { ApiError, NetworkError } from './api-error.ts';
import { takeEarlyAnswer } from './early-answer.ts';
import { apiOrigin } from './origin.ts';
import { parsed } from './parsed.ts';
import { headersOf } from './request-headers.ts';
import { withRetryKey } from './retry-key.ts';
import { currentSession, endSession } from './session.ts';

export interface Exchange {
  readonly method?: 'GET' | 'POST';
  readonly body?: unknown;
  readonly idempotencyKey?: string | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Finish the request even if the page goes away. */
  readonly keepalive?: boolean;
}

export interface Call<T> extends Omit<Exchange, 'idempotencyKey'> {
  /** The form the answer must have; anything else is an error, not a surprise further in. */
  readonly answer: v.GenericSchema<unknown, T>;
  /**
   * What a 401 means: `session-over` (the default) ends the session, and the browser goes to
   * /login; `answer` is for the calls that sign somebody in, whose 401 is theirs to show.
   */
  readonly on401?: 'session-over' | 'answer';
}

const errorBody = v.object({
  error: v.fallback(v.optional(v.string()), undefined),
  code: v.fallback(v.optional(v.string()), undefined),
  field: v.fallback(v.optional(v.string()), undefined),
});

/** Makes one call. Throws `ApiError` when the server refuses and `NetworkError` when it does not answer. */
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
  const told = v.safeParse(options.answer, body);
  if (!told.success) throw new ApiError(response.status, 'UNREADABLE_ANSWER', undefined, undefined);
  return told.output;
}

export interface DownloadedFile {
  /** As the server calls it. */
  readonly name: string;
  readonly bytes: Blob;
}

/** Fetches a file that only the person who is signed in may have. Throws as `call` does. */
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

/** Sends one request as the person who is signed in, and reads what comes back, whatever it is. */
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
    return await (takeEarlyAnswer(path, request.body, token) ?? fetch(`${apiOrigin}${path}`, request));
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

/** A text as JSON; undefined for what is none. */
export function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Ends the session that a call was made in, if the server no longer knows it. */
export function endRefusedSession(status: number, token: string | undefined): void {
  if (status === 401 && token !== undefined) endSession('expired', token);
}

/** The error that an answer other than success stands for. */
export function refusal(status: number, retryAfter: string | null, body: unknown): ApiError {
  const told = parsed(errorBody, body);
  const seconds = Number.parseInt(retryAfter ?? '', 10);
  return new ApiError(
    status,
    told?.code ?? 'UNKNOWN',
    told?.error === '' ? undefined : told?.error,
    Number.isNaN(seconds) ? undefined : seconds,
    told?.field,
  );
}

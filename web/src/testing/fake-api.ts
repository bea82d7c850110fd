import { vi } from 'vitest';
import { fakeUploads } from './fake-upload.ts';

export interface SentCall {
  readonly method: string;
  readonly path: string;
  readonly headers: Headers;
  readonly credentials: RequestCredentials | undefined;
  readonly body: unknown;
}

export interface FakeAnswer {
  readonly status?: number;
  readonly body?: unknown;
  readonly headers?: Record<string, string>;
}

/** Variables of a graph operation. */
export function variablesOf(call: SentCall | undefined): Record<string, unknown> {
  return (call?.body as { readonly variables: Record<string, unknown> } | undefined)?.variables ?? {};
}

type Answering = (call: SentCall) => FakeAnswer | Promise<FakeAnswer>;

/** A successful graph response. */
export function graphAnswer(data: Record<string, unknown>): FakeAnswer {
  return { body: { data } };
}

/** A graph response that refuses an operation. */
export function graphRefusal(code: string, status: number, message: string, field?: string): FakeAnswer {
  return { body: { data: null, errors: [{ message, extensions: { code, status, field } }] } };
}

/**
 * Fakes the server: `answers` by `METHOD /path`, or by `GRAPH Operation` for graph operations; any other request
 * fails like a dead network. Returns the live list of calls.
 */
export function fakeApi(answers: Record<string, FakeAnswer | Answering>): SentCall[] {
  const calls: SentCall[] = [];
  const ask = async (call: SentCall): Promise<FakeAnswer | undefined> => {
    calls.push(call);
    const answer = answers[keyOf(call)];
    return typeof answer === 'function' ? answer(call) : answer;
  };
  vi.stubGlobal('fetch', async (input: string, init: RequestInit = {}) => {
    const call: SentCall = {
      method: init.method ?? 'GET',
      path: input,
      headers: new Headers(init.headers),
      credentials: init.credentials,
      body: typeof init.body === 'string' ? JSON.parse(init.body) : undefined,
    };
    const answer = await ask(call);
    if (answer === undefined) throw new TypeError('Failed to fetch');
    const { status = 200, body = {}, headers = {} } = answer;
    return new Response(JSON.stringify(body), { status, headers });
  });
  vi.stubGlobal(
    'XMLHttpRequest',
    fakeUploads((method, path, headers, body) => ask({ method, path, headers, body, credentials: 'include' })),
  );
  return calls;
}

function keyOf({ method, path, body }: SentCall): string {
  if (path !== '/graphql') return `${method} ${path}`;
  return `GRAPH ${(body as { readonly operationName: string }).operationName}`;
}

import { storedToken } from '../session/stored-session.ts';
import { headersOf } from './request-headers.ts';

/** About as many as the first viewport shows. */
const PICTURES_AT_FIRST = 4;

interface EarlyRequest {
  readonly path: string;
  readonly body: string;
  readonly token: string;
  readonly response: Promise<Response>;
}

let early: EarlyRequest | undefined;

/** Sends the screen's first query while its code is still loading. Does nothing without a session. */
export function sendFirstQuery(path: string, body: string): void {
  const token = storedToken();
  if (token === undefined) return;
  const headers = headersOf(token);
  headers.set('Content-Type', 'application/json');
  const response = fetch(path, { method: 'POST', headers, body, credentials: 'include' });
  // The screen that takes the response handles its error; avoid an unhandled rejection if no screen does.
  response.then(fetchPictures).catch(() => undefined);
  early = { path, body, token, response };
}

/** Fetches the pictures named in the response while the screen's code is still loading. */
async function fetchPictures(response: Response): Promise<void> {
  const text = await response.clone().text();
  const addresses = text.match(/\/uploads\/[\w.-]+/g) ?? [];
  for (const address of addresses.slice(0, PICTURES_AT_FIRST)) new Image().src = address;
}

/** Discards an early response that no screen has taken, so that a later query does not get stale data. */
export function forgetEarlyAnswer(): void {
  early = undefined;
}

/** Takes the early response if the request is identical; at most once. */
export function takeEarlyAnswer(path: string, body: unknown, token: string | undefined): Promise<Response> | undefined {
  if (early === undefined || early.path !== path || early.body !== body || early.token !== token) return undefined;
  const { response } = early;
  early = undefined;
  return response;
}

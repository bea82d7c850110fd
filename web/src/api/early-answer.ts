import { keptToken } from '../browser/kept-session.ts';
import { apiOrigin } from './origin.ts';
import { headersOf } from './request-headers.ts';

/** As many as a first view shows. */
const PICTURES_AT_FIRST = 4;

interface Asked {
  readonly path: string;
  readonly body: string;
  readonly token: string;
  readonly response: Promise<Response>;
}

let asked: Asked | undefined;

/** Sends what the screen will ask for while its code is still coming. Without a session nothing is asked. */
export function askEarly(path: string, body: string): void {
  const token = keptToken();
  if (token === undefined) return;
  const headers = headersOf(token);
  headers.set('Content-Type', 'application/json');
  const response = fetch(`${apiOrigin}${path}`, { method: 'POST', headers, body, credentials: 'include' });
  // Whoever takes it sees how it ends; nobody may come.
  response.then(fetchPictures).catch(() => undefined);
  asked = { path, body, token, response };
}

/** The pictures that an answer names come beside the code that will show them. */
async function fetchPictures(response: Response): Promise<void> {
  const text = await response.clone().text();
  const addresses = text.match(/\/uploads\/[\w.-]+/g) ?? [];
  for (const address of addresses.slice(0, PICTURES_AT_FIRST)) new Image().src = `${apiOrigin}${address}`;
}

/** What nobody has asked for by now is not for those who ask later: things change. */
export function forgetEarlyAnswer(): void {
  asked = undefined;
}

/** The answer to the very same request, if it was sent early; once. */
export function takeEarlyAnswer(path: string, body: unknown, token: string | undefined): Promise<Response> | undefined {
  if (asked === undefined || asked.path !== path || asked.body !== body || asked.token !== token) return undefined;
  const { response } = asked;
  asked = undefined;
  return response;
}

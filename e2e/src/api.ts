import { randomInt, randomUUID } from 'node:crypto';
import { inspect } from 'node:util';
import pRetry from 'p-retry';
import { PATIENCE_MS } from '../../scripts/patience.ts';

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: a test looks into answers of every shape
  readonly body: any;
}

export interface Caller {
  readonly token?: string;
  readonly language?: 'fr' | 'en';
  /** Client address of the call; by default a new one for each call. */
  readonly address?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

let addresses = randomInt(0x1_0000);

/**
 * A client address of the documentation range in a network not used before, so that limits per network do not affect
 * other tests.
 */
export function someAddress(): string {
  addresses += 1;
  const [wide, narrow] = [addresses & 0xffff, addresses >> 16];
  return `2001:db8:${wide.toString(16)}:${narrow.toString(16)}::1`;
}

/** Products that trust no forwarded client address: those with demo data. */
const direct = new Set<string>();

/** Sends no forwarded address in calls of this product. */
export function callDirectly(origin: string): void {
  direct.add(origin);
}

function forwardedFor(origin: string, address: string): Readonly<Record<string, string>> {
  return direct.has(origin) ? {} : { 'x-forwarded-for': address };
}

/** Calls the product over HTTP like any client. */
export async function call(
  origin: string,
  method: string,
  path: string,
  body?: unknown,
  caller: Caller = {},
): Promise<Answer> {
  const response = await fetch(origin + path, {
    method,
    redirect: 'manual',
    headers: {
      'accept-language': caller.language ?? 'en',
      ...forwardedFor(origin, caller.address ?? someAddress()),
      'user-agent': 'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Chrome/147.0 Mobile Safari/537.36',
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(caller.token === undefined ? {} : { authorization: `Bearer ${caller.token}` }),
      ...caller.headers,
    },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  const json = response.headers.get('content-type')?.includes('json') === true && text !== '';
  return { status: response.status, headers: response.headers, body: json ? JSON.parse(text) : text };
}

/** The smallest valid picture: one pixel of PNG. */
export const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** A picture as a multipart form for `callWithForm`. */
export function pictureForm(picture: Uint8Array = PIXEL, field = 'image'): FormData {
  const form = new FormData();
  form.append(field, new Blob([new Uint8Array(picture)], { type: 'image/png' }), 'picture.png');
  return form;
}

/** GraphQL requires this header for multipart requests. */
export const PREFLIGHT = { 'apollo-require-preflight': '1' };

/** A picture for an operation's variable `image`, by the GraphQL multipart request specification. */
export function uploadForm(
  picture: Uint8Array = PIXEL,
  query = 'mutation ($image: Upload!) { uploadPageImage(image: $image) { imageUrl } }',
): FormData {
  const form = new FormData();
  form.append('operations', JSON.stringify({ query, variables: { image: null } }));
  form.append('map', '{"0":["variables.image"]}');
  form.append('0', new Blob([new Uint8Array(picture)], { type: 'image/png' }), 'picture.png');
  return form;
}

/** Calls the product with a multipart form. */
export async function callWithForm(
  origin: string,
  path: string,
  form: FormData,
  { language = 'en', address = someAddress(), token, headers }: Caller = {},
): Promise<Answer> {
  const response = await fetch(origin + path, {
    method: 'POST',
    body: form,
    headers: {
      'accept-language': language,
      ...forwardedFor(origin, address),
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...headers,
    },
  });
  return { status: response.status, headers: response.headers, body: await response.json() };
}

export interface Person {
  readonly id: string;
  readonly email: string;
  readonly username: string;
  readonly password: string;
  readonly token: string;
}

/** Signs up a new driver. */
export async function signUp(origin: string, name = `driver-${randomUUID().slice(0, 8)}`): Promise<Person> {
  const [email, username, password] = [`${name}@example.com`, name, 'a long enough password'];
  const { status, body } = await call(origin, 'POST', '/api/auth/signup', { email, username, password });
  if (status !== 200) throw new Error(`signup answered ${status}: ${JSON.stringify(body)}`);
  return { id: body.user.id, email, username, password, token: body.token };
}

export const SUPERADMIN = {
  email: process.env.VOLANT_TEST_SUPERADMIN_EMAIL ?? 'superadmin@example.com',
  password: process.env.VOLANT_TEST_SUPERADMIN_PASSWORD ?? 'a long enough password',
};
/** Signs mails to the support. */
export const INBOUND_SECRET = 'a secret of the mail server in the tests';
export const SUPERADMIN_SETTINGS = {
  VOLANT_SUPPORT_MAILBOX: 'support@volant.example',
  VOLANT_SUPPORT_INBOUND_SECRET: INBOUND_SECRET,
  VOLANT_SUPERADMIN_EMAIL: SUPERADMIN.email,
  VOLANT_SUPERADMIN_PASSWORD: SUPERADMIN.password,
};

/** Logs in and returns the token. */
export async function logIn(origin: string, credentials: { email: string; password: string }): Promise<string> {
  const { status, body } = await call(origin, 'POST', '/api/auth/login', credentials);
  if (status !== 200) throw new Error(`login answered ${status}: ${JSON.stringify(body)}`);
  return body.token;
}

/** Creates a page of the caller and returns its id. */
export async function createPage(
  origin: string,
  token: string,
  name = 'Test page',
  items: readonly string[] = [],
): Promise<string> {
  const customFields = items.map((item) => ({ name: item, value: 'x' }));
  const blocksJson = { name, phone: '+33 6 39 98 00 09', ...(items.length === 0 ? {} : { customFields }) };
  const page = { displayName: name, state: 'ACTIVE', blocksJson };
  const { status, body } = await call(origin, 'POST', '/api/pages', page, { token });
  if (status !== 201) throw new Error(`create answered ${status}: ${JSON.stringify(body)}`);
  return body.page.id;
}

/** The report of a page as its owner sees it. */
export async function readReport(origin: string, token: string, pageId: string): Promise<Answer['body']> {
  return (await call(origin, 'GET', `/api/pages/${pageId}/analytics`, undefined, { token })).body;
}

/** Resolves when the product accepts events of a new page, shortly after its creation. Counts no event. */
export async function pageIsKnown(origin: string, pageId: string): Promise<void> {
  const unknownItem = { pageId, type: 'CLICK_CUSTOM_FIELD', customData: 'of no page' };
  await eventually(
    () => call(origin, 'POST', '/api/public/events', unknownItem),
    ({ body }) => body.code === 'ITEM_NOT_FOUND',
  );
}

/** Retries until the condition holds; fails with the last value or error. */
export function eventually<T>(
  read: () => Promise<T>,
  holds: (value: T) => boolean,
  timeoutMs = PATIENCE_MS,
): Promise<T> {
  return pRetry(
    async () => {
      const value = await read();
      if (!holds(value)) throw new Error(`not so within ${timeoutMs} ms, at last ${inspect(value, { depth: 6 })}`);
      return value;
    },
    { retries: Number.POSITIVE_INFINITY, factor: 1, minTimeout: 50, maxRetryTime: timeoutMs },
  );
}

import { createHmac, hkdfSync, randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { PATIENCE_MS } from '../../scripts/patience.ts';
import { type Answer, call, createPage, logIn, type Person, pageIsKnown, SUPERADMIN, signUp } from './api.ts';
import type { OpenedProduct } from './open-product.ts';

/** The six kinds of caller. `owner` owns the page that the call is about. */
export const CALLERS = ['anonymous', 'other', 'owner', 'support', 'admin', 'superadmin'] as const;
export type CallerKind = (typeof CALLERS)[number];

/** Data for the rows of the tables. Each call of a method creates new data, so that rows do not affect each other. */
export interface World {
  /** The page of `owner`. */
  readonly pageId: string;
  /** A page without an owner. */
  unclaimedPage(): Promise<string>;
  /** A new person who is none of the callers. */
  driver(): Promise<Person>;
  /** A second SUPERADMIN. */
  superadmin(): Promise<string>;
  /** A message sent through the contact form. */
  message(): Promise<string>;
  /** A workbook created by an administrator, with its download path. */
  workbook(): Promise<{ readonly path: string; readonly id: string }>;
  /** A name not used before. */
  fresh(): string;
}

/** The callers of the tables and their data, in a product started with SUPERADMIN_SETTINGS. */
export interface Peopled {
  readonly origin: string;
  readonly world: World;
  readonly people: Readonly<Record<'other' | 'owner' | 'support' | 'admin', Person>> & {
    readonly superadmin: Pick<Person, 'token' | 'email' | 'password'>;
  };
  tokenOf(kind: CallerKind): string | undefined;
  /** Prepares data; throws if the request is refused. */
  api(
    method: string,
    path: string,
    body: unknown,
    token?: string,
    headers?: Readonly<Record<string, string>>,
  ): Promise<Answer['body']>;
  /** The same with GraphQL; returns the data. */
  graph(query: string, variables: object, token?: string): Promise<Answer['body']>;
  signIn(person: { readonly email: string; readonly password: string }): Promise<string>;
  /** The token of a mailed reset link, for a person who has not requested one before. */
  resetToken(email: string): Promise<string>;
  /** A new driver who has proved to read the mailbox. */
  provedDriver(): Promise<Person>;
  /** Tokens of the links that confirm and cancel a person's pending change of e-mail. */
  emailChangeTokens(): Promise<{ readonly confirm: string; readonly cancel: string; readonly email: string }>;
  /** The token of the link that undoes a person's completed change of e-mail. */
  emailUndoToken(): Promise<string>;
  /** Of the link that ends the weekly letter of a new account. */
  unsubscribeToken(): Promise<string>;
  /** An API token of the administrator with these scopes, made once. */
  apiToken(...scopes: readonly string[]): Promise<string>;
  /** A separate session for calls that end it. */
  sessionOf(kind: CallerKind): Promise<string | undefined>;
}

/**
 * @param dataDirectory of a product that stores its mail in files; needed for mailed links
 * @param product an opened one, for the same
 */
export async function peopled(
  origin: string,
  dataDirectory?: string,
  product?: Pick<OpenedProduct, 'stored'>,
): Promise<Peopled> {
  const mailedToken = async (to: string, path: string) =>
    tokenInMails(product === undefined ? mailsIn(dataDirectory) : mailsOf(product), to, path);

  const superadmin = await logIn(origin, SUPERADMIN);
  const fresh = () => `m-${randomUUID().replaceAll('-', '').slice(0, 20)}`;

  const api: Peopled['api'] = async (method, path, body, token, headers = {}) => {
    const answer = await call(origin, method, path, body, { headers, ...(token === undefined ? {} : { token }) });
    if (answer.status < 300) return answer.body;
    throw new Error(`could not prepare: ${answer.status} ${JSON.stringify(answer.body)}`);
  };

  const graph: Peopled['graph'] = async (query, variables, token) => {
    const { data, errors } = await api('POST', '/graphql', { query, variables }, token);
    if (errors === undefined) return data;
    throw new Error(`could not prepare: ${JSON.stringify(errors)}`);
  };

  async function staff(role: string): Promise<Person> {
    const person = await signUp(origin);
    await api('PATCH', `/api/admin/users/${person.id}/role`, { role }, superadmin);
    return person;
  }

  const people = {
    other: await signUp(origin),
    owner: await signUp(origin),
    support: await staff('SUPPORT'),
    admin: await staff('ADMIN'),
    superadmin: { token: superadmin, ...SUPERADMIN },
  };
  const admin = people.admin.token;
  const tokenOf = (kind: CallerKind) => (kind === 'anonymous' ? undefined : people[kind].token);

  const pageId = await createPage(origin, people.owner.token);
  await pageIsKnown(origin, pageId);
  const world: World = {
    pageId,
    fresh,
    unclaimedPage: async () => {
      const id = fresh();
      await api('POST', '/api/admin/pages/create', { pageId: id, state: 'UNCLAIMED' }, admin);
      return id;
    },
    driver: () => signUp(origin),
    superadmin: async () => (await staff('SUPERADMIN')).id,
    message: async () => {
      const email = `${fresh()}@example.com`;
      const sent = { name: 'Matrix', email, subject: fresh(), message: 'A message to be read.' };
      return (await api('POST', '/api/support/contact', sent)).message.id;
    },
    workbook: async () => {
      const { excelFile } = await api('POST', '/api/admin/pages/bulk', { quantity: 1 }, admin);
      return { path: excelFile, id: /([^/.]+)\.xlsx$/.exec(excelFile)?.[1] ?? '' };
    },
  };

  const apiTokens = new Map<string, string>();
  async function apiToken(...scopes: readonly string[]): Promise<string> {
    const name = `With ${scopes.join(', ')}`;
    const made =
      apiTokens.get(name) ??
      (await api('POST', '/api/admin/tokens', { name, scopes, password: people.admin.password }, admin)).secret;
    apiTokens.set(name, made);
    return made;
  }

  async function resetToken(email: string): Promise<string> {
    await api('POST', '/api/auth/forgot-password', { email });
    return mailedToken(email, '/reset-password');
  }

  async function askForEmail() {
    const { email: former, token } = await signUp(origin);
    const email = `new-${former}`;
    await api('PATCH', '/api/user/profile', { email }, token);
    const confirm = await mailedToken(email, '/confirm-email');
    const cancel = await mailedToken(former, '/cancel-email');
    return { former, tokens: { confirm, cancel, email } };
  }

  return {
    origin,
    api,
    graph,
    signIn: ({ email, password }) => logIn(origin, { email, password }),
    resetToken,
    async provedDriver() {
      const driver = await signUp(origin);
      const { email, password: newPassword } = driver;
      await api('POST', '/api/auth/reset-password', { token: await resetToken(email), newPassword });
      return { ...driver, token: await logIn(origin, { email, password: newPassword }) };
    },
    emailChangeTokens: async () => (await askForEmail()).tokens,
    async emailUndoToken() {
      const { former, tokens } = await askForEmail();
      await api('POST', '/api/auth/confirm-email-change', { token: tokens.confirm });
      return mailedToken(former, '/undo-email');
    },
    async unsubscribeToken() {
      const { id } = await signUp(origin);
      const { privateKey } = JSON.parse(await readFile(join(dataDirectory ?? '', 'signing-key.json'), 'utf8'));
      const key = Buffer.from(hkdfSync('sha256', privateKey.d, '', 'volant weekly letter', 32));
      const secret = createHmac('sha256', key)
        .update(JSON.stringify([id, 'every week']))
        .digest();
      return Buffer.concat([Buffer.from(id.replaceAll('-', ''), 'hex'), secret]).toString('base64url');
    },
    world,
    people,
    tokenOf,
    apiToken,
    async sessionOf(kind) {
      if (kind === 'anonymous') return undefined;
      const { email, password } = people[kind];
      return logIn(origin, { email, password });
    },
  };
}

async function tokenInMails(mails: () => AsyncIterable<string>, to: string, path: string): Promise<string> {
  const end = performance.now() + PATIENCE_MS;
  while (performance.now() < end) {
    for await (const mail of mails()) {
      const message = mail.replace(/=\r?\n/g, '').replaceAll('=3D', '=');
      const token = new RegExp(`${path}\\?token=([\\w-]{64})`).exec(message)?.[1];
      if (token !== undefined && message.includes(`To: ${to}`)) return token;
    }
    await delay(100);
  }
  throw new Error('no link was mailed');
}

function mailsIn(dataDirectory: string | undefined): () => AsyncIterable<string> {
  if (dataDirectory === undefined) throw new Error('the mail of this product is not read');
  const directory = join(dataDirectory, 'mail');
  return async function* () {
    for (const file of await readdir(directory)) {
      if (file.endsWith('.eml')) yield await readFile(join(directory, file), 'utf8');
    }
  };
}

function mailsOf({ stored }: Pick<OpenedProduct, 'stored'>): () => AsyncIterable<string> {
  return async function* () {
    for await (const { place, bytes } of stored()) if (/^mail\/.*\.eml$/.test(place)) yield bytes.toString();
  };
}

/** The token of the mailed link to choose another password. */
export function mailedReset(product: Pick<OpenedProduct, 'stored'>, email: string): Promise<string> {
  return tokenInMails(mailsOf(product), email, '/reset-password');
}

/** A new driver who has proved to read the mailbox. */
export async function provedDriver(product: Pick<OpenedProduct, 'origin' | 'stored'>): Promise<Person> {
  const { origin } = product;
  const { email, password, ...driver } = await signUp(origin);
  await call(origin, 'POST', '/api/auth/forgot-password', { email });
  const token = await mailedReset(product, email);
  await call(origin, 'POST', '/api/auth/reset-password', { token, newPassword: password });
  return { ...driver, email, password, token: await logIn(origin, { email, password }) };
}

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createTokenVerifier, generateSigningKey } from '@volant/infra/auth/access-token';
import type { Viewer } from '@volant/infra/auth/viewer';
import type { Cache } from '@volant/infra/cache/cache';
import { createMemoryCache } from '@volant/infra/cache/memory-cache';
import type { EventStore } from '@volant/infra/event-store/event-store';
import { createSqliteEventStore } from '@volant/infra/event-store/sqlite-event-store';
import type { SubgraphCall } from '@volant/infra/graphql/subgraph-call';
import type { Mail, Message } from '@volant/infra/mail/mail';
import { openEmbeddedMessageLog } from '@volant/infra/message-log/embedded/embedded-message-log';
import type { MessageLog } from '@volant/infra/message-log/message-log';
import { ALL_TOPICS } from '@volant/infra/message-log/topics';
import { openFileObjects } from '@volant/infra/objects/file-objects';
import type { Objects } from '@volant/infra/objects/objects';
import { createLogger } from '@volant/infra/process/observability/log';
import { openTestDatabase } from '@volant/infra/testing/test-database';
import { createMemoryViewStore } from '@volant/infra/views/memory-view-store';
import type { SqliteViewStore } from '@volant/infra/views/sqlite-view-store';
import { v7 as newId } from 'uuid';
import { vi } from 'vitest';
import { z } from 'zod';
import { createIdentity, type Identity } from '../app.ts';
import type { OpenIdSettings } from '../openid/settings.ts';
import type { AttemptLimitSettings } from '../user/limits/attempt-limits.ts';
import type { IdentityPorts, IdentitySettings } from '../user/ports.ts';

export const PASSWORD = 'demo-password';
/** A small blue PNG. */
export const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAABAAAAAMCAMAAABcOc2zAAAAA1BMVEUzZpk7I4HSAAAACXBIWXMAAAPoAAAD6AG1e1JrAAAADElEQVQImWNgGD4AAADMAAEw6crUAAAAAElFTkSuQmCC',
  'base64',
);
export const ORIGIN = 'https://volant.example';

/** Tests make many requests; those that test the limits pass the real ones. */
const GENEROUS: AttemptLimitSettings = {
  signUp: { uses: 10_000, windowMs: 1_000 },
  logIn: { uses: 10_000, windowMs: 1_000 },
  wrongPasswords: { uses: 10_000, windowMs: 1_000 },
  wrongPasswordsFrom: { uses: 10_000, windowMs: 1_000 },
  challenge: { uses: 10_000, windowMs: 1_000 },
  secondFactor: { uses: 10_000, windowMs: 1_000 },
  forgotFrom: { uses: 10_000, windowMs: 1_000 },
  issuer: { uses: 10_000, windowMs: 1_000 },
  reset: { uses: 10_000, windowMs: 1_000 },
  emailChange: { uses: 10_000, windowMs: 1_000 },
  lettersFrom: { uses: 10_000, windowMs: 1_000 },
  letters: { uses: 10_000, windowMs: 1_000 },
  accountChange: { uses: 10_000, windowMs: 1_000 },
  roleChange: { uses: 10_000, windowMs: 1_000 },
};

const authentication = z.object({ token: z.string(), user: z.object({ id: z.string() }) });
export type SignedIn = z.infer<typeof authentication>;

interface Answer {
  readonly data: unknown;
  readonly code: unknown;
  readonly message: string | undefined;
  readonly extensions: unknown;
}

/** The service on embedded adapters in its own directory, with helpers for tests. */
export interface TestIdentity {
  readonly identity: Identity;
  readonly store: EventStore;
  readonly messageLog: MessageLog;
  readonly cache: Cache;
  readonly viewStore: SqliteViewStore;
  readonly objects: Objects;
  /** Messages handed over so far; they survive a restart, as on a mail server. */
  readonly mails: Message[];
  /** Behaviour of the mail server, which accepts every message unless this throws. */
  mailServer: (message: Message) => Promise<void> | void;
  /** Lines logged so far. */
  readonly lines: readonly string[];
  /** Verifies a token as other services do. */
  verify(token: string): Promise<Viewer | undefined>;
  /** Of the service's clock. */
  now(): number;
  /** Advances the clock. */
  later(ms: number): void;
  ask(query: string, variables?: object, call?: Partial<SubgraphCall>): Promise<Answer>;
  signUp(name: string): Promise<SignedIn>;
  logIn(name: string, password?: string): Promise<SignedIn>;
  /** Chooses a password with a mailed link, which proves the mailbox. */
  prove(name: string, password?: string): Promise<void>;
  /** A person whose mailbox is proved. */
  signUpProved(name: string): Promise<SignedIn>;
  /** Token of the latest link to this path that was mailed to an address. */
  mailed(to: string, path: string): Promise<string>;
  /** Changes a person's address and confirms it with the mailed link. */
  changeEmail(person: Pick<SignedIn, 'token'>, email: string): Promise<void>;
  /** A second process of the service, with views of its own. */
  another(): Promise<Identity>;
  /** Stops the service and starts another one on the same directory. */
  restart(): Promise<TestIdentity>;
  close(): Promise<void>;
}

export async function openIdentity(
  limits: AttemptLimitSettings = GENEROUS,
  settings: Partial<
    Pick<
      IdentitySettings,
      'neutralForgotPassword' | 'answerResetToken' | 'secondFactor' | 'origin' | 'breakGlassEmail'
    > & { readonly openId: OpenIdSettings }
  > = {},
  ports: Pick<IdentityPorts, 'weekFigures' | 'pageTotals' | 'system' | 'backUp'> = {},
): Promise<TestIdentity> {
  const directory = await mkdtemp(path.join(tmpdir(), 'volant-identity-'));
  const key = generateSigningKey();
  const mails: Message[] = [];
  const server: { take: TestIdentity['mailServer'] } = { take: () => {} };
  let offsetMs = 0;
  const clock = () => new Date(Date.now() + offsetMs);
  const database = openTestDatabase();

  async function open(): Promise<TestIdentity> {
    const store = await createSqliteEventStore({ database, owner: 'identity', clock });
    const messageLog = await openEmbeddedMessageLog({ path: path.join(directory, 'log'), database });
    await messageLog.ensureTopics(ALL_TOPICS);
    const cache = createMemoryCache({ clock });
    const viewStore = createMemoryViewStore();
    const objects = await openFileObjects({ path: path.join(directory, 'objects') });
    const mail: Mail = {
      async send(message) {
        await server.take(message);
        mails.push(message);
      },
      forget: async (addresses) => {
        mails.splice(0, mails.length, ...mails.filter(({ to }) => !addresses.includes(to)));
      },
      close: async () => {},
    };
    const lines: string[] = [];
    const log = createLogger({ name: 'test', destination: { write: (line) => void lines.push(line) } });
    const create = (views: SqliteViewStore) =>
      createIdentity(
        { ...ports, eventStore: store, viewStore: views, messageLog, cache, mail, objects, clock, newId, log },
        {
          signingKey: key.privateKey,
          keyId: key.keyId,
          limits,
          // Hashing takes longer on a busy machine.
          passwordPatienceMs: 300_000,
          origin: () => ORIGIN,
          ...settings,
        },
      );
    const identity = create(viewStore);
    await identity.start();
    const others: Identity[] = [];
    const { verify } = createTokenVerifier({
      publicKeys: [key.publicKey],
      cache,
      loadSession: identity.loadSession,
      clock,
    });

    async function ask(query: string, variables = {}, call: Partial<SubgraphCall> = {}): Promise<Answer> {
      const { data, errors } = await identity.subgraph.execute(
        { query, variables: { ...variables } },
        {
          token: undefined,
          language: 'en',
          clientAddress: '192.0.2.1',
          correlationId: newId(),
          idempotencyKey: undefined,
          ...call,
        },
      );
      const error = errors?.[0];
      // Through JSON, as when it leaves the process.
      return {
        data: JSON.parse(JSON.stringify(data ?? null)),
        code: error?.extensions.code,
        message: error?.message,
        extensions: error?.extensions,
      };
    }

    async function signUp(name: string): Promise<SignedIn> {
      const input = { email: `${name}@example.com`, username: name, password: PASSWORD };
      return z.object({ signUp: authentication }).parse(dataOf(await ask(SIGN_UP, { input }))).signUp;
    }

    async function logIn(name: string, password = PASSWORD): Promise<SignedIn> {
      const input = { email: `${name}@example.com`, password };
      return z.object({ logIn: authentication }).parse(dataOf(await ask(LOG_IN, { input }))).logIn;
    }

    async function prove(name: string, newPassword = PASSWORD): Promise<void> {
      const email = `${name}@example.com`;
      dataOf(await ask(FORGOT, { email }));
      // An earlier link may be the latest that was mailed so far.
      await vi.waitFor(async () => {
        dataOf(await ask(RESET, { input: { token: await mailed(email, '/reset-password'), newPassword } }));
      });
    }

    function mailed(to: string, path: string): Promise<string> {
      const link = new RegExp(`^https?://[^/\\s]+${path}\\?token=(\\S+)`, 'm');
      return vi.waitFor(() => {
        const tokens = mails.filter((each) => each.to === to).map(({ text }) => link.exec(text)?.[1]);
        const token = tokens.findLast(Boolean);
        if (token === undefined) throw new Error(`no link to ${path} was mailed to ${to}`);
        return token;
      });
    }

    async function stop(): Promise<void> {
      await Promise.all([identity, ...others].map((each) => each.stop()));
      await messageLog.close();
      await store.close();
      await cache.close();
      await objects.close();
    }

    return {
      identity,
      store,
      messageLog,
      cache,
      viewStore,
      objects,
      mails,
      get mailServer() {
        return server.take;
      },
      set mailServer(take) {
        server.take = take;
      },
      lines,
      verify,
      ask,
      now: () => clock().getTime(),
      later(ms) {
        offsetMs += ms;
      },
      signUp,
      logIn,
      prove,
      async signUpProved(name) {
        await signUp(name);
        await prove(name);
        mails.splice(0, mails.length, ...mails.filter(({ to }) => to !== `${name}@example.com`));
        return logIn(name);
      },
      async changeEmail({ token }, email) {
        dataOf(await ask(UPDATE_PROFILE, { input: { email } }, { token }));
        dataOf(await ask(CONFIRM_EMAIL, { input: { token: await mailed(email, '/confirm-email') } }));
      },
      mailed,
      async another() {
        const other = create(createMemoryViewStore());
        others.push(other);
        await other.start();
        return other;
      },
      async restart() {
        await stop();
        return open();
      },
      async close() {
        await stop();
        await database.close();
        await rm(directory, { recursive: true, force: true });
      },
    };
  }
  return open();
}

/** @throws Error with code and message of a refusal */
function dataOf({ data, code, message }: Answer): unknown {
  if (code !== undefined) throw new Error(`${code}: ${message}`);
  return data;
}

const USER = 'id username email avatar phone role createdAt';
export const SIGN_UP = `mutation ($input: SignUpInput!) { signUp(input: $input) { token user { ${USER} } } }`;
export const LOG_IN = `mutation ($input: LogInInput!) { logIn(input: $input) { token user { ${USER} } } }`;
export const LOG_OUT = 'mutation { logOut }';
export const ME = `{ me { ${USER} pendingEmail } }`;
export const CHANGE_ROLE = `mutation ($userId: ID!, $role: Role!) { changeUserRole(userId: $userId, role: $role) { ${USER} } }`;
export const ENTITIES = `query ($ids: [_Any!]!) { _entities(representations: $ids) { ... on User { ${USER} } } }`;
export const FORGOT =
  'mutation ($email: String!) { requestPasswordReset(input: { email: $email }) { accepted resetToken } }';
export const RESET = 'mutation ($input: ResetPasswordInput!) { resetPassword(input: $input) }';
export const CHANGE_PASSWORD = 'mutation ($input: ChangePasswordInput!) { changePassword(input: $input) }';
export const UPDATE_PROFILE = `mutation ($input: ProfileInput!) { updateProfile(input: $input) { ${USER} pendingEmail weeklyLetter } }`;
export const UNSUBSCRIBE = 'mutation ($input: UnsubscribeInput!) { unsubscribe(input: $input) }';
export const CONFIRM_EMAIL = 'mutation ($input: ConfirmEmailChangeInput!) { confirmEmailChange(input: $input) }';
export const CANCEL_EMAIL = 'mutation ($input: CancelEmailChangeInput!) { cancelEmailChange(input: $input) }';
export const UNDO_EMAIL = 'mutation ($input: UndoEmailChangeInput!) { undoEmailChange(input: $input) }';
export const DELETE_ME = 'mutation ($password: String!) { deleteMyAccount(password: $password) }';
export const DELETE_USER = 'mutation ($id: ID!) { deleteUser(id: $id) }';
export const USERS = `query ($first: Int, $after: String, $filter: UserFilter) {
  users(first: $first, after: $after, filter: $filter) {
    nodes { ${USER} } totalCount pageInfo { endCursor hasNextPage }
  }
}`;

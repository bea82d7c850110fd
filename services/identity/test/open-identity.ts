import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createTokenVerifier, generateSigningKey } from '@volant/infra/auth/access-token';
import type { Viewer } from '@volant/infra/auth/viewer';
import type { Cache } from '@volant/infra/cache/cache';
import { createMemoryCache } from '@volant/infra/cache/memory-cache';
import type { EventStore } from '@volant/infra/event-store/event-store';
import { openLmdbEventStore } from '@volant/infra/event-store/lmdb-event-store';
import type { SubgraphCall } from '@volant/infra/graphql/subgraph-call';
import { openLmdbMessageLog } from '@volant/infra/message-log/lmdb-message-log';
import type { MessageLog } from '@volant/infra/message-log/message-log';
import { createLogger } from '@volant/infra/process/log';
import { createMemoryViewStore } from '@volant/infra/views/memory-view-store';
import type { ViewStore } from '@volant/infra/views/view-store';
import { v7 as newId } from 'uuid';
import { z } from 'zod';
import { createIdentity, type Identity } from '../src/app.ts';
import type { AttemptLimitSettings } from '../src/limits/attempt-limits.ts';

export const PASSWORD = 'demo-password';

/** Tests start many; those that try the limits give them back. */
const GENEROUS: AttemptLimitSettings = {
  signUp: { uses: 10_000, windowMs: 1_000 },
  logIn: { uses: 10_000, windowMs: 1_000 },
  wrongPasswords: { uses: 10_000, windowMs: 1_000 },
};

const authentication = z.object({ token: z.string(), user: z.object({ id: z.string() }) });
export type SignedIn = z.infer<typeof authentication>;

interface Answer {
  readonly data: unknown;
  readonly code: unknown;
  readonly message: string | undefined;
  readonly extensions: unknown;
}

/** The service on embedded adapters below a directory of its own, as a test talks to it. */
export interface TestIdentity {
  readonly identity: Identity;
  readonly store: EventStore;
  readonly messageLog: MessageLog;
  readonly cache: Cache;
  readonly viewStore: ViewStore;
  /** Lines logged so far. */
  readonly lines: readonly string[];
  /** How another service sees a token. */
  verify(token: string): Promise<Viewer | undefined>;
  /** Lets time pass. */
  later(ms: number): void;
  ask(query: string, variables?: object, call?: Partial<SubgraphCall>): Promise<Answer>;
  signUp(name: string): Promise<SignedIn>;
  logIn(name: string): Promise<SignedIn>;
  /** Ends the process as it were, and starts another on the same directory. */
  restart(): Promise<TestIdentity>;
  close(): Promise<void>;
}

export async function openIdentity(limits: AttemptLimitSettings = GENEROUS): Promise<TestIdentity> {
  const directory = await mkdtemp(path.join(tmpdir(), 'volant-identity-'));
  const key = await generateSigningKey();
  let offsetMs = 0;
  const clock = () => new Date(Date.now() + offsetMs);

  async function open(): Promise<TestIdentity> {
    const store = await openLmdbEventStore({ path: path.join(directory, 'store'), clock });
    const messageLog = await openLmdbMessageLog({ path: path.join(directory, 'log') });
    const cache = createMemoryCache({ clock });
    const viewStore = createMemoryViewStore();
    const lines: string[] = [];
    const log = createLogger({ name: 'test', destination: { write: (line) => void lines.push(line) } });
    const identity = createIdentity(
      { eventStore: store, viewStore, messageLog, cache, clock, newId, log },
      { signingKey: key.privateKey, keyId: key.keyId, limits },
    );
    await identity.start();
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
      // Through JSON, as it leaves the process.
      return {
        data: JSON.parse(JSON.stringify(data ?? null)),
        code: error?.extensions.code,
        message: error?.message,
        extensions: error?.extensions,
      };
    }

    async function stop(): Promise<void> {
      await identity.stop();
      await messageLog.close();
      await store.close();
      await cache.close();
    }

    return {
      identity,
      store,
      messageLog,
      cache,
      viewStore,
      lines,
      verify,
      ask,
      later(ms) {
        offsetMs += ms;
      },
      async signUp(name) {
        const input = { email: `${name}@example.com`, username: name, password: PASSWORD };
        const { data } = await ask(SIGN_UP, { input });
        return z.object({ signUp: authentication }).parse(data).signUp;
      },
      async logIn(name) {
        const { data } = await ask(LOG_IN, { input: { email: `${name}@example.com`, password: PASSWORD } });
        return z.object({ logIn: authentication }).parse(data).logIn;
      },
      async restart() {
        await stop();
        return open();
      },
      async close() {
        await stop();
        await rm(directory, { recursive: true, force: true });
      },
    };
  }
  return open();
}

const USER = 'id username email avatar phone role createdAt';
export const SIGN_UP = `mutation ($input: SignUpInput!) { signUp(input: $input) { token user { ${USER} } } }`;
export const LOG_IN = `mutation ($input: LogInInput!) { logIn(input: $input) { token user { ${USER} } } }`;
export const LOG_OUT = 'mutation { logOut }';
export const ME = `{ me { ${USER} } }`;
export const CHANGE_ROLE = `mutation ($userId: ID!, $role: Role!) { changeUserRole(userId: $userId, role: $role) { ${USER} } }`;
export const ENTITIES = `query ($ids: [_Any!]!) { _entities(representations: $ids) { ... on User { ${USER} } } }`;

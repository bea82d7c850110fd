import { readFileSync } from 'node:fs';
import {
  createTokenSigner,
  createTokenVerifier,
  type JWK,
  publicKeyOf,
  type SessionState,
} from '@volant/infra/auth/access-token';
import { DomainError } from '@volant/infra/errors/domain-error';
import { createSubgraph } from '@volant/infra/graphql/subgraph';
import type { Subgraph } from '@volant/infra/graphql/subgraph-call';
import { createRelay } from '@volant/infra/message-log/relay';
import { USERS_TOPIC } from '@volant/infra/message-log/topics';
import { createProjection } from '@volant/infra/views/projection';
import DataLoader from 'dataloader';
import { changeUserRole } from './accounts/change-role.ts';
import { ensureSuperadmin, type SuperadminOutcome, type SuperadminRequest } from './accounts/ensure-superadmin.ts';
import { logIn } from './accounts/log-in.ts';
import { logOut } from './accounts/log-out.ts';
import { createSessionOpener } from './accounts/open-session.ts';
import { readAccount } from './accounts/read-account.ts';
import { createSessionStates } from './accounts/session-states.ts';
import { signUp } from './accounts/sign-up.ts';
import { createPasswords } from './credentials/passwords.ts';
import { IDENTITY_ERRORS } from './errors.ts';
import { createFollowUp } from './follow-up/follow-up.ts';
import type { IdentityActions, IdentityContext } from './graphql/context.ts';
import { Mutation } from './graphql/Mutation.ts';
import { Query } from './graphql/Query.ts';
import { User } from './graphql/User.ts';
import { type AttemptLimitSettings, createAttemptLimits, DEFAULT_LIMITS } from './limits/attempt-limits.ts';
import { userRecords } from './messages/publish.ts';
import type { IdentityPorts } from './ports.ts';
import { applyToSessions, liveSessions, SESSIONS_VIEW, sessionsView } from './views/sessions/sessions.ts';
import { applyToUsers, USERS_VIEW, usersView } from './views/users/users.ts';

const TYPE_DEFS = new URL('../schema.graphql', import.meta.url);
const FOLLOW_UP_EVERY_MS = 30_000;

export interface IdentitySettings {
  /** Private half of an ES256 key, which signs the access tokens. */
  readonly signingKey: JWK;
  readonly keyId: string;
  readonly limits?: Partial<AttemptLimitSettings>;
}

export interface Identity {
  readonly subgraph: Subgraph;
  /** A session as it is now, with its person's present role; undefined if it is unknown, ended or expired. */
  loadSession(sessionId: string): Promise<SessionState | undefined>;
  /** Call it after `start`. */
  ensureSuperadmin(request: SuperadminRequest): Promise<SuperadminOutcome>;
  /** Resolves when the views are up to date and what an earlier process left undone is done. */
  start(): Promise<void>;
  ready(): boolean;
  /** Builds every view anew from the event store. */
  rebuildViews(): Promise<void>;
  stop(): Promise<void>;
}

/** The service, built from what it stands on. Nothing runs before `start`. */
export function createIdentity(ports: IdentityPorts, settings: IdentitySettings): Identity {
  const { eventStore: store, viewStore, messageLog, cache, clock, newId, log } = ports;
  const users = usersView(viewStore);
  const sessions = sessionsView(viewStore);
  const follow = { store, viewStore, log };
  const usersProjection = createProjection({
    ...follow,
    name: 'identity-users',
    views: [USERS_VIEW.name],
    apply: (commit) => applyToUsers(users, commit),
  });
  const sessionsProjection = createProjection({
    ...follow,
    name: 'identity-sessions',
    views: [SESSIONS_VIEW.name],
    apply: (commit) => applyToSessions(sessions, commit),
  });
  const relay = createRelay({
    name: 'identity-users',
    store,
    log: messageLog,
    topic: USERS_TOPIC.name,
    toRecords: async (commit) => userRecords(commit),
    logger: log,
  });

  const passwords = createPasswords();
  const states = createSessionStates(store, cache, clock);
  const parts = {
    store,
    clock,
    newId,
    log,
    passwords,
    states,
    limits: createAttemptLimits(cache, secretOf(settings.signingKey), { ...DEFAULT_LIMITS, ...settings.limits }),
    sessions: createSessionOpener({
      store,
      clock,
      newId,
      signer: createTokenSigner({ privateKey: settings.signingKey, keyId: settings.keyId }),
    }),
    refreshSessionsOf,
  };
  const followUp = createFollowUp({ ...parts, revokeSession: states.revoke, everyMs: FOLLOW_UP_EVERY_MS });

  /**
   * A session opened before this call is in the view once the view has reached the store's head; one opened after
   * it reads the role as it is by then. So none is missed, and no other process needs to be asked.
   */
  async function refreshSessionsOf(userId: string): Promise<void> {
    if (!(await sessionsProjection.waitFor(await store.head()))) throw new DomainError('UNAVAILABLE', {}, 2);
    for (const sessionId of await liveSessions(sessions, userId, clock())) await states.refresh(sessionId);
  }

  /** Lets whoever has just written find it in the view; the next reader of the view may be another operation. */
  async function settled<T>(written: Promise<T>): Promise<T> {
    const result = await written;
    // If the view is late, what was written is safe all the same.
    await usersProjection.waitFor(await store.head());
    return result;
  }

  const actions: IdentityActions = {
    signUp: (input, caller) => settled(signUp(parts, input, caller)),
    logIn: (credentials, caller) => logIn(parts, credentials, caller),
    logOut: (viewer, correlationId) => logOut(parts, viewer, correlationId),
    changeUserRole: (change, viewer, correlationId) => settled(changeUserRole(parts, change, viewer, correlationId)),
    account: (userId) => readAccount(store, userId),
  };

  const verifier = createTokenVerifier({
    publicKeys: [publicKeyOf(settings.signingKey, settings.keyId)],
    cache,
    loadSession: states.load,
    clock,
  });
  const subgraph = createSubgraph<IdentityContext>({
    name: 'identity',
    typeDefs: readFileSync(TYPE_DEFS, 'utf8'),
    resolvers: { Query, Mutation, User },
    catalogue: IDENTITY_ERRORS,
    log,
    createContext: async ({ token, clientAddress, correlationId }) => ({
      viewer: await verifier.verify(token),
      caller: { address: clientAddress, correlationId },
      actions,
      users: new DataLoader(async (ids) => {
        const found = new Map((await users.getMany(ids)).map((document) => [document._id, document]));
        return ids.map((id) => found.get(id));
      }),
    }),
  });

  let ready = false;
  return {
    subgraph,
    loadSession: states.load,
    ensureSuperadmin: (request) => settled(ensureSuperadmin(parts, request)),
    ready: () => ready,
    async start() {
      await messageLog.ensureTopics([USERS_TOPIC]);
      await Promise.all([usersProjection.start(), sessionsProjection.start(), passwords.warmUp()]);
      await followUp.start();
      await relay.start();
      ready = true;
    },
    async rebuildViews() {
      await Promise.all([usersProjection.rebuild(), sessionsProjection.rebuild()]);
    },
    async stop() {
      ready = false;
      await followUp.stop();
      await relay.stop();
      await Promise.all([usersProjection.stop(), sessionsProjection.stop()]);
    },
  };
}

/** A secret that every process of the service has anyway. */
function secretOf({ d }: JWK): string {
  if (typeof d !== 'string') throw new Error('the signing key of identity has no private half');
  return d;
}

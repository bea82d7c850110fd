import { readFileSync } from 'node:fs';
import { createTokenSigner, createTokenVerifier, type JWK, publicKeyOf } from '@volant/infra/auth/access-token';
import { requireViewer } from '@volant/infra/auth/guards';
import { requireScopes } from '@volant/infra/auth/scopes';
import { DomainError } from '@volant/infra/errors/domain-error';
import { originOf } from '@volant/infra/graphql/request-origin';
import { createSubgraph } from '@volant/infra/graphql/subgraph';
import type { SubgraphCall } from '@volant/infra/graphql/subgraph-call';
import { createRelay } from '@volant/infra/message-log/relay';
import { USERS_TOPIC } from '@volant/infra/message-log/topics';
import { NO_MEASURES } from '@volant/infra/process/observability/metrics';
import type { Deactivation } from '@volant/infra/process/server/remote-service';
import { getInOrder } from '@volant/infra/views/get-in-order';
import { createProjection } from '@volant/infra/views/projection';
import DataLoader from 'dataloader';
import { tokenSessionsOf } from './api-tokens/load-api-tokens.ts';
import { createBackground } from './background.ts';
import { noteUse } from './commands/api-token-commands.ts';
import { ensureFirstSuperadmin, ensureSuperadmin, type SuperadminRequest } from './commands/ensure-superadmin.ts';
import { eraseByOperator } from './commands/erase-account.ts';
import { notePageDeactivation } from './commands/note-page-deactivation.ts';
import { createSessionOpener } from './commands/open-session.ts';
import type { IdentityParts } from './commands/parts.ts';
import { createSessionStates } from './commands/session-states.ts';
import { removeByOperator } from './commands/set-up-second-factor.ts';
import { uploadAvatar } from './commands/upload-avatar.ts';
import { createApiTokenSecrets } from './credentials/api-token-secrets.ts';
import { createChallenges, createPasskeyOffers } from './credentials/challenges.ts';
import { createDeviceMarks } from './credentials/device-marks.ts';
import { createLinkTokens } from './credentials/link-tokens.ts';
import { createPasskeys } from './credentials/passkeys.ts';
import { createPasswords } from './credentials/passwords.ts';
import { createRecoveryCodes } from './credentials/recovery-codes.ts';
import { createSealer } from './credentials/sealer.ts';
import { createTotpSetups } from './credentials/totp-setups.ts';
import { IDENTITY_ERRORS } from './errors.ts';
import { createFollowUp } from './follow-up/follow-up.ts';
import { ApiToken } from './graphql/api-tokens.ts';
import type { IdentityContext } from './graphql/context.ts';
import { Mutation } from './graphql/Mutation.ts';
import { Query } from './graphql/Query.ts';
import { User } from './graphql/User.ts';
import { UserConnection } from './graphql/UserConnection.ts';
import { createAttemptLimits, limitsTimes } from './limits/attempt-limits.ts';
import { userRecords } from './messages/publish.ts';
import type { IdentityPorts, IdentitySettings } from './ports.ts';
import type { SuperadminSettings } from './superadmin-settings.ts';
import { loadUser } from './user/load-user.ts';
import { SESSIONS_PROJECTION, USERS_PROJECTION } from './views/definitions.ts';
import { liveSessions, sessionsView } from './views/sessions/sessions.ts';
import { findPeople } from './views/users/user-queries.ts';
import { usersView } from './views/users/users.ts';
import { createLetterSchedule } from './weekly-letter/announce-letters.ts';

const TYPE_DEFS = new URL('../schema.graphql', import.meta.url);
const FOLLOW_UP_EVERY_MS = 30_000;
const LETTERS_EVERY_MS = 10 * 60_000;
/** Checkpoint of the relay that publishes account records. */
export const USERS_RELAY = 'identity-users';

/** Creates the service. Nothing runs before `start`. */
export function createIdentity(ports: IdentityPorts, settings: IdentitySettings) {
  const { eventStore: store, viewStore, cache, mail, objects, clock, newId, log } = ports;
  const { measures = NO_MEASURES } = ports;
  const users = usersView(viewStore);
  const sessions = sessionsView(viewStore);
  const usersProjection = createProjection({ ...ports, ...USERS_PROJECTION });
  const sessionsProjection = createProjection({ ...ports, ...SESSIONS_PROJECTION });
  const relay = createRelay({
    ...ports,
    name: USERS_RELAY,
    topic: USERS_TOPIC.name,
    toRecords: (commits) =>
      userRecords(commits, async (userId) => (await loadUser(store, userId)).state.status !== 'absent'),
  });

  const { passwordPatienceMs: patienceMs, sealingSecrets = [] } = settings;
  const staffNeedsFactor = settings.secondFactor === 'staff';
  const passwords = createPasswords(patienceMs === undefined ? {} : { patienceMs });
  const states = createSessionStates(store, cache, clock, staffNeedsFactor);
  const secret = secretOf(settings.signingKey);
  const sealer = createSealer([...sealingSecrets, secret]);
  const parts: IdentityParts = {
    store,
    cache,
    objects,
    mail,
    clock,
    newId,
    log,
    countRefusedSignIn: measures.refusals('sign_ins_refused_total', 'Attempts to sign in that were refused, by code.'),
    passwords,
    states,
    resetTokens: createLinkTokens(secret, 'password reset'),
    confirmTokens: createLinkTokens(secret, 'email confirm'),
    cancelTokens: createLinkTokens(secret, 'email cancel'),
    undoTokens: createLinkTokens(secret, 'email undo'),
    weekTokens: createLinkTokens(secret, 'weekly letter'),
    weekFigures: ports.weekFigures,
    pageTotals: ports.pageTotals,
    devices: createDeviceMarks(secret),
    sealer,
    recoveryCodes: createRecoveryCodes(secret),
    apiTokenSecrets: createApiTokenSecrets(secret),
    totpSetups: createTotpSetups(secret),
    challenges: createChallenges(sealer, clock),
    passkeyOffers: createPasskeyOffers(sealer, clock),
    passkeys: createPasskeys(settings.origin),
    users,
    limits: createAttemptLimits(cache, secret, { ...limitsTimes(settings.networkLimitsTimes), ...settings.limits }),
    sessions: createSessionOpener({
      store,
      clock,
      newId,
      signer: createTokenSigner({ privateKey: settings.signingKey, keyId: settings.keyId }),
    }),
    staffNeedsFactor,
    neutralForgotPassword: settings.neutralForgotPassword ?? false,
    answerResetToken: settings.answerResetToken ?? false,
    refreshSessionsOf,
    settled,
  };
  const followUp = createFollowUp({ ...parts, revokeSession: states.revoke, everyMs: FOLLOW_UP_EVERY_MS });
  const background = createBackground({ ...parts, measures, origin: settings.origin, everyMs: FOLLOW_UP_EVERY_MS });
  const letters = createLetterSchedule({ ...parts, everyMs: LETTERS_EVERY_MS });

  /**
   * Once the view has reached the store's head, it contains every session opened before this call; a session opened
   * later reads the new role. So no session is missed, and no other process needs to be asked.
   */
  async function refreshSessionsOf(userId: string): Promise<void> {
    if (!(await sessionsProjection.waitFor(await store.head()))) throw new DomainError('UNAVAILABLE', {}, 2);
    const live = await liveSessions(sessions, userId, clock());
    for (const sessionId of [...live, ...(await tokenSessionsOf(store, userId))]) await states.refresh(sessionId);
  }

  async function loadSession(sessionId: string) {
    const state = await states.load(sessionId);
    if (state?.scopes !== undefined) await noteUse(parts, sessionId);
    return state;
  }

  /** Waits until the view contains the write, because the next read may be another operation. */
  async function settled<T>(written: Promise<T>): Promise<T> {
    const result = await written;
    // If the view is late, the write is durable all the same.
    await usersProjection.waitFor(await store.head());
    return result;
  }

  const verifier = createTokenVerifier({
    publicKeys: [
      publicKeyOf(settings.signingKey, settings.keyId),
      ...(settings.otherKeys ?? []).filter(({ kid }) => kid !== settings.keyId),
    ],
    cache,
    loadSession,
    clock,
  });
  const subgraph = createSubgraph<IdentityContext>({
    name: 'identity',
    typeDefs: readFileSync(TYPE_DEFS, 'utf8'),
    resolvers: { Query, Mutation, User, UserConnection, ApiToken },
    catalogue: IDENTITY_ERRORS,
    log,
    verifyToken: (token) => verifier.verify(token),
    createContext: (call, viewer) => ({
      viewer,
      caller: originOf(call),
      parts,
      userById: new DataLoader((ids: readonly string[]) => getInOrder(users, ids)),
    }),
  });

  return {
    subgraph,
    /**
     * Stores a picture that the person may then choose as their avatar.
     * @throws DomainError UNAUTHENTICATED, TOO_MANY_REQUESTS, or the error of a refused picture
     */
    async uploadAvatar({ body, call }: { body: AsyncIterable<Uint8Array>; call: SubgraphCall }) {
      const viewer = requireViewer({ viewer: await verifier.verify(call.token) });
      requireScopes(viewer, ['Mutation.uploadAvatar']);
      return { imageUrl: await uploadAvatar(parts, body, viewer, originOf(call)) };
    },
    /** State of a session or API token, with its person's role; undefined if it is unknown, ended or expired. */
    loadSession,
    /** Search for other services; subgraphs query `users` instead. */
    peopleFound: (search: string) => findPeople(users, search),
    /** For pages, which knows no addresses. */
    tellDeactivation: (deactivation: Deactivation) => notePageDeactivation(parts, deactivation),
    /** Announces the weekly letters that are due now, without waiting for the next round. */
    announceLetters: () => letters.announceDue(),
    /** Erases an account for the operator; resolves when all its data in this service is erased. */
    eraseAccount: (userId: string) => eraseByOperator(parts, userId),
    /** For a person who has lost their second factor; whether there was one. Call after `start`. */
    removeSecondFactor: (email: string) => removeByOperator(parts, email),
    /** Call after `start`. */
    ensureSuperadmin: (request: SuperadminRequest) => settled(ensureSuperadmin(parts, request)),
    /** Applies the startup settings; changes nothing once any account holds the role. */
    ensureFirstSuperadmin: (named: SuperadminSettings) => settled(ensureFirstSuperadmin(parts, named)),
    /** Resolves when the views are up to date and the unfinished work of an earlier process is done. */
    async start() {
      await Promise.all([usersProjection.start(), sessionsProjection.start(), passwords.warmUp()]);
      await followUp.start();
      await followUp.waitFor(await store.head(), Number.POSITIVE_INFINITY);
      await relay.start();
      if (settings.background ?? true) for (const each of [...background, letters]) await each.start();
    },
    async stop() {
      await Promise.all([followUp.stop(), letters.stop(), ...background.map((each) => each.stop())]);
      await relay.stop();
      await Promise.all([usersProjection.stop(), sessionsProjection.stop()]);
    },
  };
}

export type Identity = ReturnType<typeof createIdentity>;

/** A secret that every process of the service already has. */
function secretOf({ d }: JWK): string {
  if (typeof d !== 'string') throw new Error('the signing key of identity has no private half');
  return d;
}

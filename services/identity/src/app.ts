import { readFileSync } from 'node:fs';
import { createTokenVerifier, publicKeyOf } from '@volant/infra/auth/access-token';
import { requireViewer } from '@volant/infra/auth/guards';
import { requireScopes } from '@volant/infra/auth/scopes';
import { resolversOf } from '@volant/infra/features/gather';
import { originOf } from '@volant/infra/graphql/request-origin';
import { createSubgraph } from '@volant/infra/graphql/subgraph';
import type { SubgraphCall } from '@volant/infra/graphql/subgraph-call';
import { createRelay } from '@volant/infra/message-log/relay';
import { USERS_TOPIC } from '@volant/infra/message-log/topics';
import type { Deactivation } from '@volant/infra/process/server/remote-service';
import { getInOrder } from '@volant/infra/views/get-in-order';
import DataLoader from 'dataloader';
import { eraseByOperator } from './erasure/erase-account.ts';
import { IDENTITY_ERRORS, IDENTITY_FEATURES } from './features.ts';
import { confirmSession } from './openid/confirm-session.ts';
import { createIssuer } from './openid/issuer.ts';
import type { OpenIdSettings } from './openid/settings.ts';
import { uploadAvatar } from './profile/upload-avatar.ts';
import { ensureFirstSuperadmin, ensureSuperadmin, type SuperadminRequest } from './roles/ensure-superadmin.ts';
import type { SuperadminSettings } from './roles/superadmin-settings.ts';
import { removeByOperator } from './second-factor/set-up-second-factor.ts';
import { loadUser } from './user/commands/load-user.ts';
import { noteDeactivation } from './user/commands/note-deactivation.ts';
import { createParts } from './user/commands/parts.ts';
import type { IdentityContext } from './user/context.ts';
import { createFollowUp } from './user/follow-up.ts';
import type { IdentityFeature } from './user/identity-feature.ts';
import type { IdentityPorts, IdentitySettings } from './user/ports.ts';
import { userRecords } from './user/publish.ts';
import { issueFirstLink } from './user/roles/first-superadmin.ts';
import { noteUse } from './user/tokens/send-to-tokens.ts';
import { findPeople } from './user/view/user-queries.ts';
import { createLetterSchedule } from './weekly-letter/announce-letters.ts';

const FEATURES: readonly IdentityFeature[] = IDENTITY_FEATURES;
const TYPE_DEFS = readFileSync(new URL('../schema.graphql', import.meta.url), 'utf8');
const RESOLVERS = resolversOf(FEATURES, TYPE_DEFS);
const FOLLOW_UP_EVERY_MS = 30_000;
/** Checkpoint of the relay that publishes account records. */
export const USERS_RELAY = 'identity-users';

/** Creates the service. Nothing runs before `start`. */
export function createIdentity(
  ports: Omit<IdentityPorts, 'issuer'>,
  settings: IdentitySettings & { readonly openId?: OpenIdSettings | undefined },
) {
  const { openId, origin } = settings;
  const issuer = openId && createIssuer(openId, { ...ports, origin });
  const parts = createParts({ ...ports, issuer }, settings);
  const { store, cache, clock, log, users, usersProjection, sessionsProjection, states, settled } = parts;
  const relay = createRelay({
    ...ports,
    name: USERS_RELAY,
    topic: USERS_TOPIC.name,
    toRecords: (commits) =>
      userRecords(commits, async (userId) => (await loadUser(store, userId)).state.status !== 'absent'),
  });
  const followUp = createFollowUp({ ...parts, everyMs: FOLLOW_UP_EVERY_MS });
  const mails = FEATURES.flatMap((feature) => feature.mails ?? []);
  const subscriptions = FEATURES.flatMap((feature) => feature.subscriptions?.({ ...parts, mails }) ?? []);

  async function loadSession(sessionId: string) {
    await confirmSession(parts, sessionId);
    const state = await states.load(sessionId);
    if (state?.scopes !== undefined) await noteUse(parts, sessionId);
    return state;
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
    typeDefs: TYPE_DEFS,
    resolvers: RESOLVERS,
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
    tellDeactivation: (deactivation: Deactivation) => noteDeactivation(parts, deactivation),
    /** Announces the weekly letters that are due now, without waiting for the next round. */
    announceLetters: () => createLetterSchedule(parts).announceDue(),
    /** Erases an account for the operator; resolves when all its data in this service is erased. */
    eraseAccount: (userId: string) => eraseByOperator(parts, userId),
    /** For a person who has lost their second factor; whether there was one. Call after `start`. */
    removeSecondFactor: (email: string) => removeByOperator(parts, email),
    /** Call after `start`. */
    ensureSuperadmin: (request: SuperadminRequest) => settled(ensureSuperadmin(parts, request)),
    /** Applies the startup settings; changes nothing once any account holds the role. */
    ensureFirstSuperadmin: (named: SuperadminSettings) => settled(ensureFirstSuperadmin(parts, named)),
    /** Path and query of the first SUPERADMIN's sign-up; undefined if somebody has the role. */
    async firstLink(): Promise<string | undefined> {
      const token = await issueFirstLink(parts);
      return token && `/signup?token=${token}`;
    },
    /** Resolves when the views are up to date and the unfinished work of an earlier process is done. */
    async start() {
      await Promise.all([usersProjection.start(), sessionsProjection.start(), parts.passwords.warmUp()]);
      await followUp.start();
      await followUp.waitFor(await store.head(), Number.POSITIVE_INFINITY);
      await relay.start();
      if (settings.background ?? true) for (const each of subscriptions) await each.start();
    },
    async stop() {
      await Promise.all([followUp, ...subscriptions].map((each) => each.stop()));
      await relay.stop();
      await Promise.all([usersProjection.stop(), sessionsProjection.stop()]);
    },
  };
}

export type Identity = ReturnType<typeof createIdentity>;

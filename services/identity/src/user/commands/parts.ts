import { createTokenSigner, type JWK } from '@volant/infra/auth/access-token';
import { DomainError } from '@volant/infra/errors/domain-error';
import { NO_MEASURES } from '@volant/infra/process/observability/metrics';
import { createProjection } from '@volant/infra/views/projection';
import { createApiTokenSecrets } from '../credentials/api-token-secrets.ts';
import { createChallenges, createFirstLinks, createPasskeyOffers } from '../credentials/challenges.ts';
import { createDeviceMarks } from '../credentials/device-marks.ts';
import { createLinkTokens } from '../credentials/link-tokens.ts';
import { createPasskeys } from '../credentials/passkeys.ts';
import { createPasswords } from '../credentials/passwords.ts';
import { createRecoveryCodes } from '../credentials/recovery-codes.ts';
import { createSealer } from '../credentials/sealer.ts';
import { createTotpSetups } from '../credentials/totp-setups.ts';
import { createAttemptLimits, limitsTimes } from '../limits/attempt-limits.ts';
import type { IdentityPorts, IdentitySettings } from '../ports.ts';
import { tokenSessionsOf } from '../tokens/load-api-tokens.ts';
import { SESSIONS_PROJECTION, USERS_PROJECTION } from '../view/definitions.ts';
import { type IssuedSessions, issuedSessions, liveSessions, sessionsOf, sessionsView } from '../view/sessions.ts';
import { usersView } from '../view/users.ts';
import { createSessionStates } from './session-states.ts';

/** What the commands of the service work with. */
export type IdentityParts = ReturnType<typeof createParts>;

export function createParts(ports: IdentityPorts, settings: IdentitySettings) {
  const { eventStore: store, viewStore, cache, mail, objects, clock, newId, log, measures = NO_MEASURES } = ports;
  const { signingKey, passwordPatienceMs: patienceMs, sealingSecrets = [] } = settings;
  const sessions = sessionsView(viewStore);
  const usersProjection = createProjection({ ...ports, ...USERS_PROJECTION });
  const sessionsProjection = createProjection({ ...ports, ...SESSIONS_PROJECTION });
  const staffRules = { needsFactor: settings.secondFactor === 'staff', breakGlassEmail: settings.breakGlassEmail };
  const states = createSessionStates(store, cache, clock, staffRules);
  const secret = secretOf(signingKey);
  const sealer = createSealer([...sealingSecrets, secret]);
  /** Once the view has reached the store's head, it contains every session opened before this call. */
  async function waitForSessions(): Promise<void> {
    if (!(await sessionsProjection.waitFor(await store.head()))) throw new DomainError('UNAVAILABLE', {}, 2);
  }
  return {
    ...{ store, cache, objects, mail, clock, newId, log, measures, states, sealer, staffRules },
    ...{ usersProjection, sessionsProjection },
    weekFigures: ports.weekFigures,
    pageTotals: ports.pageTotals,
    system: ports.system,
    backUp: ports.backUp,
    issuer: ports.issuer,
    /** Public scheme and host of the product. */
    origin: settings.origin,
    countRefusedSignIn: measures.refusals('sign_ins_refused_total', 'Attempts to sign in that were refused, by code.'),
    users: usersView(viewStore),
    passwords: createPasswords(patienceMs === undefined ? {} : { patienceMs }),
    limits: createAttemptLimits(cache, secret, { ...limitsTimes(settings.networkLimitsTimes), ...settings.limits }),
    signer: createTokenSigner({ privateKey: signingKey, keyId: settings.keyId }),
    resetTokens: createLinkTokens(secret, 'password reset'),
    confirmTokens: createLinkTokens(secret, 'email confirm'),
    cancelTokens: createLinkTokens(secret, 'email cancel'),
    undoTokens: createLinkTokens(secret, 'email undo'),
    weekTokens: createLinkTokens(secret, 'weekly letter'),
    devices: createDeviceMarks(secret),
    recoveryCodes: createRecoveryCodes(secret),
    apiTokenSecrets: createApiTokenSecrets(secret),
    totpSetups: createTotpSetups(secret),
    challenges: createChallenges(sealer, clock),
    passkeyOffers: createPasskeyOffers(sealer, clock),
    firstLinks: createFirstLinks(sealer, clock),
    passkeys: createPasskeys(settings.origin),
    /** Unknown addresses get the same response to a forgotten password as known ones, after the same time. */
    neutralForgotPassword: settings.neutralForgotPassword ?? false,
    answerResetToken: settings.answerResetToken ?? false,
    /**
     * Updates every live session and API token of the person, also in the cache, to the current role. A session opened
     * later reads the new role. So no session is missed, and no other process needs to be asked.
     */
    async refreshSessionsOf(userId: string): Promise<void> {
      await waitForSessions();
      const live = await liveSessions(sessions, userId, clock());
      for (const sessionId of [...live, ...(await tokenSessionsOf(store, userId))]) await states.refresh(sessionId);
    },
    /** Sessions that were opened through the issuer and are not over. */
    async issuedSessions(of: IssuedSessions): Promise<readonly string[]> {
      await waitForSessions();
      return issuedSessions(sessions, of, clock());
    },
    /** Ids of all sessions of the person, also of those that are over. */
    async sessionsOf(userId: string): Promise<readonly string[]> {
      await waitForSessions();
      return sessionsOf(sessions, userId);
    },
    /** Waits until the view contains the write, because the next read may be another operation. */
    async settled<T>(written: Promise<T>): Promise<T> {
      const result = await written;
      // If the view is late, the write is durable all the same.
      await usersProjection.waitFor(await store.head());
      return result;
    },
  };
}

/** A secret that every process of the service already has. */
function secretOf({ d }: JWK): string {
  if (typeof d !== 'string') throw new Error('the signing key of identity has no private half');
  return d;
}

import { DomainError } from '@volant/infra/errors/domain-error';
import type { RequestOrigin as Caller } from '@volant/infra/graphql/request-origin';
import { endSession } from '../user/commands/end-session.ts';
import type { IdentityParts } from '../user/commands/parts.ts';
import { ISSUER_ACTOR } from '../user/commands/register.ts';
import { issuerDigest } from '../user/domain/account-keys.ts';
import type { IssuedSessions } from '../user/view/sessions.ts';
import { joinedAccount } from './join.ts';
import { issuerOf } from './sign-in.ts';

const LOGOUT_TOKEN_LASTS_MS = 30 * 60 * 1000;

/**
 * Ends the sessions that a logout token names: that of one session at the issuer, or all of a person.
 * @throws DomainError ISSUER_OFF, ISSUER_REFUSED, ISSUER_AWAY, ISSUER_CLOCK, TOO_MANY_REQUESTS
 */
export async function endSessions(parts: IdentityParts, logoutToken: string, caller: Caller): Promise<void> {
  const issuer = issuerOf(parts);
  await parts.limits.takeIssuer(caller.address);
  const { id, subject, sid } = await issuer.endedBy(logoutToken);
  const key = `openid-logout:${issuerDigest(issuer.address, id)}`;
  if (!(await parts.cache.setIfAbsent(key, '1', LOGOUT_TOKEN_LASTS_MS))) {
    throw new DomainError('ISSUER_REFUSED', { provider: issuer.name });
  }
  const of = await sessionsNamed();
  const meta = { actor: ISSUER_ACTOR, correlationId: caller.correlationId };
  const ended = of === undefined ? [] : await parts.issuedSessions(of);
  for (const sessionId of ended) await endSession(parts, sessionId, 'ISSUER', meta);

  async function sessionsNamed(): Promise<IssuedSessions | undefined> {
    if (sid !== undefined) return { issuerSession: issuerDigest(issuer.address, sid) };
    const person = subject === undefined ? undefined : { issuer: issuer.address, subject };
    const account = person && (await joinedAccount(parts, person));
    return account && { userId: account.userId };
  }
}

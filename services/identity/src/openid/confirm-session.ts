import { DomainError } from '@volant/infra/errors/domain-error';
import { handleCommand } from '@volant/infra/event-store/command-handler';
import { loadStream } from '@volant/infra/event-store/load-stream';
import { endSession } from '../user/commands/end-session.ts';
import type { IdentityParts } from '../user/commands/parts.ts';
import { readAccount } from '../user/commands/read-account.ts';
import { ISSUER_ACTOR } from '../user/commands/register.ts';
import { session } from '../user/session/decide.ts';
import { sessionCodec } from '../user/session/events.ts';
import { sessionStream } from '../user/session/session.ts';
import { followRole } from './follow-role.ts';
import { sealedToken } from './sealed-token.ts';

/** Sessions that are used are asked for as often as their state is read anew, which is every ten minutes. */
const CONFIRMED_FOR_MS = 5 * 60 * 1000;
/** Longer than the issuer may take. */
const TURN_MS = 30_000;

/**
 * Asks the issuer whether the person of a session may still use it, and for which role. Call it before the state of the
 * session is read. While the issuer is away the session goes on, for an hour at most.
 */
export async function confirmSession(parts: IdentityParts, sessionId: string): Promise<void> {
  const { issuer, store, cache, clock, newId, log } = parts;
  if (issuer === undefined) return;
  const { state } = await loadStream(store, session, sessionCodec, sessionStream(sessionId));
  if (state.status !== 'open' || state.issued === null || state.issued.sealed === null) return;
  const { userId, issued } = state;
  if (clock().getTime() - Date.parse(issued.confirmedAt) < CONFIRMED_FOR_MS) return;
  const account = await readAccount(store, userId);
  const refreshToken = sealedToken(parts, userId).open(state.issued.sealed);
  if (account?.issued?.issuer !== issuer.address || refreshToken === undefined) return;
  // Two requests at once must not use a token twice: issuers take that for theft.
  if (!(await cache.setIfAbsent(`issuer-turn:${sessionId}`, '1', TURN_MS))) return;

  const meta = { actor: ISSUER_ACTOR, correlationId: newId() };
  try {
    const identity = await issuer.renew(account.issued.subject, refreshToken);
    const role = identity?.email === undefined ? 'DRIVER' : identity.role;
    await followRole(parts, account, role, meta.correlationId);
    if (role === 'DRIVER') {
      await endSession(parts, sessionId, 'ISSUER', meta);
      return;
    }
    const at = clock();
    const sealed = sealedToken(parts, userId).seal(identity?.refreshToken ?? refreshToken);
    const command = { type: 'ConfirmSession' as const, data: { sessionId, sealed, at: at.toISOString() } };
    const context = { commandId: newId(), meta, at };
    await handleCommand(store, session, sessionCodec, sessionStream(sessionId), command, context, newId);
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    log.warn({ code: error.code, userId }, 'the issuer has not confirmed a session');
  }
}

import { DomainError } from '@volant/infra/errors/domain-error';
import { repeatableId } from '@volant/infra/event-store/repeatable-id';
import type { RequestOrigin as Caller } from '@volant/infra/graphql/request-origin';
import { spoken } from '@volant/proto/text/languages';
import type { IdentityParts } from './parts.ts';
import type { Account } from './read-account.ts';
import { isBreakGlass, mayUsePassword } from './role-in-force.ts';
import { sendToUser } from './send-to-user.ts';

/**
 * Call it when the password of a log-in is right. Use of the break-glass account is logged and mailed.
 * @returns the version of the account
 * @throws DomainError STAFF_PASSWORD_OFF
 */
export async function admitPassword(parts: IdentityParts, account: Account, caller: Caller): Promise<number> {
  const { staffRules, issuer, newId, log, clock } = parts;
  if (!mayUsePassword(account, staffRules)) {
    throw new DomainError('STAFF_PASSWORD_OFF', { provider: issuer?.name ?? '' });
  }
  const { userId, version } = account;
  if (!isBreakGlass(account, staffRules)) return version;
  log.warn({ userId, correlationId: caller.correlationId }, 'the break-glass account is used');
  const data = { language: spoken(caller.language, 'mails'), at: clock().toISOString() };
  const meta = { actor: userId, correlationId: caller.correlationId };
  const commandId = repeatableId(newId, caller.idempotencyKey, 'break-glass', userId);
  return (await sendToUser(parts, userId, { type: 'NoteBreakGlass', data }, meta, commandId)).version;
}

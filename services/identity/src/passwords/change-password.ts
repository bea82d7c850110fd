import type { Viewer } from '@volant/infra/auth/viewer';
import { DomainError, isRefusal } from '@volant/infra/errors/domain-error';
import { eventsOf } from '@volant/infra/event-store/event-codec';
import { repeatableId } from '@volant/infra/event-store/repeatable-id';
import type { RequestOrigin as Caller } from '@volant/infra/graphql/request-origin';
import { checkPassword } from '../user/commands/check-password.ts';
import type { IdentityParts } from '../user/commands/parts.ts';
import { doneBefore, isMade, requireSameFormerPassword, requireSamePassword } from '../user/commands/password-retry.ts';
import { changeAccount } from '../user/commands/send-to-user.ts';
import { userCodec } from '../user/domain/events.ts';
import { parsePassword } from '../user/domain/password.ts';
import { revokeTokensOf } from '../user/tokens/send-to-tokens.ts';

interface PasswordChange {
  readonly currentPassword: string;
  readonly newPassword: string;
  /** Whether the person's API tokens are revoked, too. */
  readonly revokeTokens?: boolean | null | undefined;
}

/**
 * Sets a new password and ends every other session of the person.
 * @throws DomainError WRONG_PASSWORD, IDEMPOTENCY_KEY_REUSED if the key was used with other passwords
 */
export async function changePassword(
  parts: IdentityParts,
  { currentPassword, newPassword, revokeTokens }: PasswordChange,
  { userId, sessionId }: Viewer,
  { address, correlationId, idempotencyKey }: Caller,
): Promise<void> {
  if (currentPassword === '' || newPassword === '') throw new DomainError('FIELDS_REQUIRED');
  const password = parsePassword(newPassword, 'newPassword');
  const commandId = repeatableId(parts.newId, idempotencyKey, 'change-password', userId);
  const earlier = () => doneBefore(parts.store, idempotencyKey, commandId);
  let done = await earlier();
  if (done === undefined) {
    try {
      const { account, turn } = await checkPassword(parts, userId, currentPassword, address);
      const checkedHash = account.passwordHash;
      const passwordHash = await parts.passwords.hash(password, turn);
      const data = { checkedHash, passwordHash, sessionId, at: parts.clock().toISOString() };
      const command = { type: 'ChangePassword' as const, data };
      const { events } = await changeAccount(parts, userId, command, correlationId, commandId);
      if (!isMade(events, passwordHash)) done = await earlier();
    } catch (error) {
      // A concurrent retry of the same request may already have replaced the password.
      done = isRefusal(error, 'WRONG_PASSWORD') ? await earlier() : undefined;
      if (done === undefined) throw error;
    }
  }
  if (done !== undefined) {
    const { turn, succeed } = await parts.limits.takeGuess(userId, { address });
    await requireSameFormerPassword(parts, done, currentPassword, turn);
    await requireSamePassword(parts.passwords, eventsOf(userCodec, [done]), password, turn);
    await succeed();
  }
  // Also on a retry: the first attempt may have been interrupted here.
  if (revokeTokens === true) await revokeTokensOf(parts, userId);
  await parts.refreshSessionsOf(userId);
}

import { DomainError } from '@volant/infra/errors/domain-error';
import { eventsOf } from '@volant/infra/event-store/event-codec';
import { repeatableId } from '@volant/infra/event-store/repeatable-id';
import type { RequestOrigin as Caller } from '@volant/infra/graphql/request-origin';
import { endUnproved } from '../user/commands/end-unproved.ts';
import type { IdentityParts } from '../user/commands/parts.ts';
import { doneBefore, isMade, requireSamePassword } from '../user/commands/password-retry.ts';
import { readAccount } from '../user/commands/read-account.ts';
import { sendToUser } from '../user/commands/send-to-user.ts';
import { readLinkToken } from '../user/credentials/link-tokens.ts';
import { isPending } from '../user/domain/decide.ts';
import { userCodec } from '../user/domain/events.ts';
import { parsePassword } from '../user/domain/password.ts';
import { strangerAt } from '../user/limits/attempt-limits.ts';

/**
 * Sets a new password with the token of a mailed link and ends every session of the person.
 * @throws DomainError RESET_TOKEN_INVALID for a token that is unknown, expired, used or replaced by a later one,
 *   IDEMPOTENCY_KEY_REUSED if the key was used with another password
 */
export async function resetPassword(
  parts: IdentityParts,
  { token, newPassword }: { readonly token: string; readonly newPassword: string },
  caller: Caller,
): Promise<void> {
  if (newPassword === '') throw new DomainError('FIELDS_REQUIRED');
  const password = parsePassword(newPassword, 'newPassword');
  await parts.limits.takeReset(caller.address);
  const claimed = readLinkToken(token);
  if (claimed === undefined) throw new DomainError('RESET_TOKEN_INVALID');
  const { userId, tokenHash } = claimed;
  const { address, correlationId, idempotencyKey } = caller;
  // Only a request with a mailed token reaches the hash.
  const turn = { ...strangerAt(address), known: true };

  const commandId = repeatableId(parts.newId, idempotencyKey, 'reset-password', tokenHash);
  const at = parts.clock().toISOString();
  // Order matters: an attempt that completes between the two reads is found.
  const account = await readAccount(parts.store, userId);
  const earlier = await doneBefore(parts.store, idempotencyKey, commandId);
  if (earlier !== undefined) await requireSamePassword(parts.passwords, eventsOf(userCodec, [earlier]), password, turn);
  else {
    // Checked before the expensive hash, so that strangers cannot make us compute it.
    if (account === undefined || !isPending(account, tokenHash, at)) throw new DomainError('RESET_TOKEN_INVALID');
    const data = { tokenHash, passwordHash: await parts.passwords.hash(password, turn), at };
    const command = { type: 'ResetPassword' as const, data };
    const { events } = await sendToUser(parts, userId, command, { actor: userId, correlationId }, commandId);
    if (!isMade(events, data.passwordHash)) await requireSamePassword(parts.passwords, events, password, turn);
  }
  // Also on a retry: the first attempt may have been interrupted here.
  await endUnproved(parts, userId);
  await parts.refreshSessionsOf(userId);
  await parts.limits.rememberAddress(userId, address);
}

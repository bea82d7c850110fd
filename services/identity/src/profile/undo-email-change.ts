import { DomainError, isRefusal } from '@volant/infra/errors/domain-error';
import { repeatableId } from '@volant/infra/event-store/repeatable-id';
import type { RequestOrigin as Caller } from '@volant/infra/graphql/request-origin';
import { keysOfEvent, settleReservations } from '../user/commands/account-reservations.ts';
import { endUnproved } from '../user/commands/end-unproved.ts';
import type { IdentityParts } from '../user/commands/parts.ts';
import { sendToUser } from '../user/commands/send-to-user.ts';
import { readLinkToken } from '../user/credentials/link-tokens.ts';

/**
 * Restores the address that the link was mailed to and the password of that time, and ends every session of the person.
 * @throws DomainError EMAIL_UNDO_INVALID, EMAIL_UNDO_USED, EMAIL_UNDO_EXPIRED
 */
export async function undoEmailChange(parts: IdentityParts, token: string, caller: Caller): Promise<void> {
  const { store, clock, newId, limits } = parts;
  const { address, correlationId, idempotencyKey } = caller;
  await limits.takeReset(address);
  const claimed = readLinkToken(token);
  if (claimed === undefined) throw new DomainError('EMAIL_UNDO_INVALID');
  const { userId, tokenHash } = claimed;
  const commandId = repeatableId(newId, idempotencyKey, 'undo-email-change', tokenHash);
  const command = { type: 'UndoEmailChange' as const, data: { tokenHash, at: clock().toISOString() } };
  const meta = { actor: userId, correlationId };
  const { events } = await sendToUser(parts, userId, command, meta, commandId).catch((error: unknown) => {
    const gone = isRefusal(error, 'USER_NOT_FOUND');
    throw gone ? new DomainError('EMAIL_UNDO_INVALID') : error;
  });
  await settleReservations(store, clock, userId, events.flatMap(keysOfEvent));
  await endUnproved(parts, userId);
  await parts.refreshSessionsOf(userId);
}

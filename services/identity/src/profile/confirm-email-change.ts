import { DomainError } from '@volant/infra/errors/domain-error';
import { repeatableId } from '@volant/infra/event-store/repeatable-id';
import type { RequestOrigin as Caller } from '@volant/infra/graphql/request-origin';
import { spoken } from '@volant/proto/text/languages';
import { keysOfEvent, RESERVED_FOR, releaseFormer, settleReservations } from '../user/commands/account-reservations.ts';
import { endUnproved } from '../user/commands/end-unproved.ts';
import type { IdentityParts } from '../user/commands/parts.ts';
import { doneBefore } from '../user/commands/password-retry.ts';
import { readAccount } from '../user/commands/read-account.ts';
import { sendToUser } from '../user/commands/send-to-user.ts';
import { readLinkToken } from '../user/credentials/link-tokens.ts';
import { emailReservation } from '../user/domain/account-keys.ts';
import { changeToConfirm } from '../user/domain/decide-email.ts';

/**
 * Applies a change of address whose link was mailed to the new address: reserve → append → confirm the new key, free
 * the old one. If two accounts wait for the same address, the first to confirm gets it.
 * @throws DomainError EMAIL_CHANGE_INVALID, EMAIL_CHANGE_USED, EMAIL_CHANGE_EXPIRED, EMAIL_TAKEN
 */
export async function confirmEmailChange(
  parts: IdentityParts,
  token: string,
  { address, correlationId, idempotencyKey, ...caller }: Caller,
): Promise<void> {
  const { store, clock, newId, limits, undoTokens } = parts;
  await limits.takeReset(address);
  const claimed = readLinkToken(token);
  if (claimed === undefined) throw new DomainError('EMAIL_CHANGE_INVALID');
  const { userId, tokenHash } = claimed;
  const account = await readAccount(store, userId);
  if (account === undefined) throw new DomainError('EMAIL_CHANGE_INVALID');
  const commandId = repeatableId(newId, idempotencyKey, 'confirm-email-change', tokenHash);
  if ((await doneBefore(store, idempotencyKey, commandId)) !== undefined) return;

  const language = spoken(caller.language, 'mails');
  const at = clock().toISOString();
  const { changeId, email } = changeToConfirm(account, tokenHash, at);
  const key = emailReservation(email);
  await releaseFormer(store, clock, key);
  const until = new Date(clock().getTime() + RESERVED_FOR);
  if (!(await store.reservations.reserve(key, userId, until))) throw new DomainError('EMAIL_TAKEN');

  const meta = { actor: userId, correlationId };
  const undoHash = undoTokens.tokenFor(userId, changeId).tokenHash;
  const command = { type: 'ConfirmEmailChange' as const, data: { tokenHash, undoHash, language, at } };
  const { events } = await sendToUser(parts, userId, command, meta, commandId).catch(async (error: unknown) => {
    // The append was refused, or may have been written: the stream decides whether to keep the reservation.
    await settleReservations(store, clock, userId, [key]);
    throw error;
  });
  const lost = await settleReservations(store, clock, userId, events.flatMap(keysOfEvent));
  await endUnproved(parts, userId);
  await parts.refreshSessionsOf(userId);
  if (lost !== key) return;
  // The process stalled until the reservation lapsed. The account that holds the address now was promised it first.
  const back = { email: account.email, language, at: clock().toISOString() };
  await sendToUser(parts, userId, { type: 'ChangeProfile', data: back }, meta);
  throw new DomainError('EMAIL_TAKEN');
}

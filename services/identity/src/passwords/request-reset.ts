import { setTimeout as delay } from 'node:timers/promises';
import { DomainError, isRefusal } from '@volant/infra/errors/domain-error';
import { repeatableId } from '@volant/infra/event-store/repeatable-id';
import type { RequestOrigin as Caller } from '@volant/infra/graphql/request-origin';
import { parseEmail } from '@volant/infra/text/email';
import { cleanLine } from '@volant/proto/text/clean-text';
import { spoken } from '@volant/proto/text/languages';
import type { IdentityParts } from '../user/commands/parts.ts';
import { accountWithEmail } from '../user/commands/read-account.ts';
import { sendToUser } from '../user/commands/send-to-user.ts';

/** Well above the time to record a request: every neutral response comes after this, whichever address it is about. */
const NEUTRAL_ANSWER_MS = 400;

/**
 * Records that a person has forgotten their password; the mailer sends the link to their present address. While three
 * links are valid no further one is made: a stranger who keeps asking can neither flood the mailbox nor void a link.
 * @returns the token, for the caller to withhold; undefined if the response is neutral
 * @throws DomainError EMAIL_NOT_FOUND, unless the response is neutral
 */
export async function requestReset(parts: IdentityParts, email: string, caller: Caller): Promise<string | undefined> {
  if (cleanLine(email) === '') throw new DomainError('FIELDS_REQUIRED');
  const address = parseEmail(email);
  // A retry has been counted already, and sends nothing.
  if (!(await wasRecorded(parts, address, caller))) await parts.limits.takeForgot(caller.address);
  if (!parts.neutralForgotPassword) return record(parts, address, caller);

  const earliest = delay(NEUTRAL_ANSWER_MS);
  try {
    await record(parts, address, caller);
  } catch (error) {
    if (!isRefusal(error, 'EMAIL_NOT_FOUND')) throw error;
  } finally {
    await earliest;
  }
  return undefined;
}

/** The same id on every retry. */
function requestIdOf({ newId }: IdentityParts, userId: string, { idempotencyKey }: Caller): string {
  return repeatableId(newId, idempotencyKey, 'password-reset', userId);
}

const commandIdOf = (requestId: string) => `password-reset:${requestId}`;

async function wasRecorded(parts: IdentityParts, email: string, caller: Caller): Promise<boolean> {
  if (caller.idempotencyKey === undefined) return false;
  const userId = (await accountWithEmail(parts.store, email))?.userId;
  if (userId === undefined) return false;
  return (await parts.store.findCommand(commandIdOf(requestIdOf(parts, userId, caller)))) !== undefined;
}

async function record(parts: IdentityParts, email: string, caller: Caller): Promise<string> {
  const account = await accountWithEmail(parts.store, email);
  if (account === undefined) throw new DomainError('EMAIL_NOT_FOUND');
  const { userId } = account;
  const { correlationId } = caller;
  const language = spoken(caller.language, 'mails');
  const requestId = requestIdOf(parts, userId, caller);
  const { tokenHash } = parts.resetTokens.tokenFor(userId, requestId);
  const data = { requestId, tokenHash, language, at: parts.clock().toISOString() };
  // There is no session, so the system is the actor.
  const meta = { actor: 'system', correlationId };
  const command = { type: 'RequestPasswordReset' as const, data };
  const { state } = await sendToUser(parts, userId, command, meta, commandIdOf(requestId));
  // The link of this request, or the latest valid one.
  const latest = state.status === 'active' ? state.resets.at(-1)?.requestId : undefined;
  return parts.resetTokens.tokenFor(userId, latest ?? requestId).token;
}

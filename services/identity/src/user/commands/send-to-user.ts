import { DomainError, isRefusal } from '@volant/infra/errors/domain-error';
import { type CommandContext, type HandledCommand, handleCommand } from '@volant/infra/event-store/command-handler';
import { type CommitMeta, VersionConflict } from '@volant/infra/event-store/event-store';
import { type UserCommand, user } from '../domain/decide.ts';
import { type UserEvent, userCodec } from '../domain/events.ts';
import { type UserState, userStream } from '../domain/user.ts';
import type { IdentityParts } from './parts.ts';

/**
 * Sends a command to one account.
 * @throws DomainError of the decider, or CONFLICT after concurrent writes
 */
export async function sendToUser(
  { store, clock, newId }: IdentityParts,
  userId: string,
  command: UserCommand,
  meta: CommitMeta,
  commandId: string = newId(),
  more: Pick<CommandContext, 'admit' | 'expectedVersion'> = {},
): Promise<HandledCommand<UserState, UserEvent>> {
  const context = { commandId, meta, at: clock(), ...more };
  return handleCommand(store, user, userCodec, userStream(userId), command, context, newId);
}

/** Sends a command of its person to an account. @throws DomainError TOO_MANY_CHANGES */
export function changeAccount(
  parts: IdentityParts,
  userId: string,
  command: UserCommand,
  correlationId: string,
  commandId: string,
): Promise<HandledCommand<UserState, UserEvent>> {
  const admit = () => parts.limits.takeAccountChange(userId);
  return sendToUser(parts, userId, command, { actor: userId, correlationId }, commandId, { admit });
}

/** Sends a command to an account that may be erased by now. */
export async function sendIfKnown(...command: Parameters<typeof sendToUser>): Promise<void> {
  try {
    await sendToUser(...command);
  } catch (error) {
    if (!isRefusal(error, 'USER_NOT_FOUND')) throw error;
  }
}

/** Refuses a challenge that was for an earlier version of the account. */
export function expiresWith(error: unknown): never {
  throw error instanceof VersionConflict ? new DomainError('SECOND_FACTOR_EXPIRED') : error;
}

import { DomainError } from '@volant/infra/errors/domain-error';
import { type CommandContext, type HandledCommand, handleCommand } from '@volant/infra/event-store/command-handler';
import { type CommitMeta, VersionConflict } from '@volant/infra/event-store/event-store';
import { type UserCommand, user } from '../user/decide.ts';
import { type UserEvent, userCodec } from '../user/events.ts';
import { type UserState, userStream } from '../user/user.ts';
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

/** Refuses a challenge that was for an earlier version of the account. */
export function expiresWith(error: unknown): never {
  throw error instanceof VersionConflict ? new DomainError('SECOND_FACTOR_EXPIRED') : error;
}

import { DomainError } from '@volant/infra/errors/domain-error';
import type { Decider } from '@volant/infra/event-store/command-handler';
import { evolve, initialState, type UserEvent, type UserState } from './user.ts';

/** The values have been parsed, and the e-mail address and name reserved, before. */
export interface SignUp {
  readonly type: 'SignUp';
  readonly data: {
    readonly userId: string;
    readonly email: string;
    readonly username: string;
    readonly passwordHash: string;
    readonly at: string;
  };
}

export type UserCommand = SignUp;

export function decide(command: UserCommand, state: UserState): readonly UserEvent[] {
  if (state.status !== 'absent') throw new DomainError('CONFLICT');
  const { userId, email, username, passwordHash, at } = command.data;
  return [{ type: 'UserSignedUp', data: { userId, email, username, passwordHash, signedUpAt: at } }];
}

export const user: Decider<UserState, UserCommand, UserEvent> = { initialState, decide, evolve };

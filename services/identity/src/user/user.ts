/** Facts about a person's account. Everything personal lies in this stream, so that erasing the stream erases it. */
export interface UserSignedUp {
  readonly type: 'UserSignedUp';
  readonly data: {
    readonly userId: string;
    readonly email: string;
    readonly username: string;
    /** Argon2id in PHC form. */
    readonly passwordHash: string;
    /** ISO 8601, UTC. */
    readonly signedUpAt: string;
  };
}

export type UserEvent = UserSignedUp;

export interface ActiveUser {
  readonly status: 'active';
  readonly userId: string;
  readonly email: string;
  readonly username: string;
  readonly passwordHash: string;
  readonly createdAt: string;
}

export type UserState = { readonly status: 'absent' } | ActiveUser;

export const initialState: UserState = { status: 'absent' };

export function evolve(_state: UserState, event: UserEvent): UserState {
  const { userId, email, username, passwordHash, signedUpAt } = event.data;
  return { status: 'active', userId, email, username, passwordHash, createdAt: signedUpAt };
}

const PREFIX = 'user-';

export function userStream(userId: string): string {
  return PREFIX + userId;
}

/** The user whose stream this is; undefined for streams of another kind. */
export function userOfStream(streamId: string): string | undefined {
  return streamId.startsWith(PREFIX) ? streamId.slice(PREFIX.length) : undefined;
}

import type { Language } from '@volant/infra/errors/domain-error';
import { closeFrom, type EmailUndo, sameAddress } from './email-undo.ts';

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

/** A link to choose a new password is to be mailed; links asked for before are void. */
export interface PasswordResetRequested {
  readonly type: 'PasswordResetRequested';
  readonly data: {
    /** What the token is made from, with a secret that is not in the store. */
    readonly requestId: string;
    /** SHA-256 of the token, base64url. */
    readonly tokenHash: string;
    /** Language of the mail. */
    readonly language: Language;
    readonly requestedAt: string;
    readonly expiresAt: string;
  };
}

/** Ends every session whose password was checked before this event, save the one that is kept. */
export interface PasswordChanged {
  readonly type: 'PasswordChanged';
  readonly data: {
    readonly passwordHash: string;
    readonly reason: 'CHANGED' | 'RESET';
    /** Session the change was made in. */
    readonly keptSessionId: string | null;
    readonly changedAt: string;
  };
}

interface Replacement<T> {
  readonly from: T;
  readonly to: T;
}

/** Holds what was changed and nothing else. */
export interface ProfileChanged {
  readonly type: 'ProfileChanged';
  readonly data: {
    readonly email?: Replacement<string>;
    readonly username?: Replacement<string>;
    readonly phone?: Replacement<string | null>;
    readonly avatar?: Replacement<string | null>;
    /** Of the person who made the change; the old address is told in it. */
    readonly language: Language;
    readonly changedAt: string;
  };
}

/** A link is to be mailed to the address the account had, with which its person can take the change back. */
export interface EmailUndoOffered {
  readonly type: 'EmailUndoOffered';
  readonly data: {
    /** What the token is made from, with a secret that is not in the store. */
    readonly changeId: string;
    /** SHA-256 of the token, base64url. */
    readonly tokenHash: string;
    /** The address before the change, and after it. */
    readonly from: string;
    readonly to: string;
    readonly language: Language;
    readonly offeredAt: string;
    readonly expiresAt: string;
  };
}

/** Address and password are again what they were before the change; every session ends. */
export interface EmailChangeUndone {
  readonly type: 'EmailChangeUndone';
  readonly data: {
    readonly changeId: string;
    readonly from: string;
    readonly to: string;
    readonly undoneAt: string;
  };
}

export interface AvatarUploaded {
  readonly type: 'AvatarUploaded';
  readonly data: {
    /** Below /uploads/. */
    readonly path: string;
    /** An earlier upload that was never chosen and is now gone. */
    readonly discarded: string | null;
    readonly uploadedAt: string;
  };
}

/** The account is closed at once; what is left of it is erased after this. */
export interface ErasureBegun {
  readonly type: 'ErasureBegun';
  readonly data: { readonly begunAt: string };
}

/** Two SUPERADMINs went at the same moment, and this one turned out to be the last. */
export interface ErasureCancelled {
  readonly type: 'ErasureCancelled';
  readonly data: { readonly reason: 'LAST_SUPERADMIN'; readonly cancelledAt: string };
}

export type UserEvent =
  | UserSignedUp
  | PasswordResetRequested
  | PasswordChanged
  | ProfileChanged
  | EmailUndoOffered
  | EmailChangeUndone
  | AvatarUploaded
  | ErasureBegun
  | ErasureCancelled;

/** A link that has been mailed and not been used. */
export interface PendingReset {
  readonly requestId: string;
  readonly tokenHash: string;
  readonly expiresAt: string;
}

interface KnownUser {
  readonly userId: string;
  readonly email: string;
  readonly username: string;
  readonly passwordHash: string;
  readonly createdAt: string;
  readonly phone: string | null;
  readonly avatar: string | null;
  /** The latest picture that was uploaded and has not been chosen. */
  readonly upload: string | null;
  readonly reset: PendingReset | null;
  /** Ways back to addresses the account had, oldest first. */
  readonly emailUndos: readonly EmailUndo[];
  /** The session that outlived the latest change of the password. */
  readonly keptSessionId: string | null;
}

export interface ActiveUser extends KnownUser {
  readonly status: 'active';
}

/** Closed for its person; kept until nothing else of it is left. */
export interface ErasingUser extends KnownUser {
  readonly status: 'erasing';
}

export type UserState = { readonly status: 'absent' } | ActiveUser | ErasingUser;

export const initialState: UserState = { status: 'absent' };

export function evolve(state: UserState, event: UserEvent): UserState {
  if (event.type === 'UserSignedUp') {
    const { userId, email, username, passwordHash, signedUpAt } = event.data;
    const empty = { phone: null, avatar: null, upload: null, reset: null, emailUndos: [], keptSessionId: null };
    return { status: 'active', userId, email, username, passwordHash, createdAt: signedUpAt, ...empty };
  }
  return state.status === 'absent' ? state : evolveKnown(state, event);
}

function evolveKnown(
  state: ActiveUser | ErasingUser,
  event: Exclude<UserEvent, UserSignedUp>,
): ActiveUser | ErasingUser {
  switch (event.type) {
    case 'PasswordResetRequested': {
      const { requestId, tokenHash, expiresAt } = event.data;
      return { ...state, reset: { requestId, tokenHash, expiresAt } };
    }
    case 'PasswordChanged': {
      const { passwordHash, keptSessionId } = event.data;
      return { ...state, passwordHash, keptSessionId, reset: null };
    }
    case 'ProfileChanged':
      return changeProfile(state, event.data);
    case 'EmailUndoOffered': {
      const { changeId, tokenHash, from, expiresAt } = event.data;
      const { passwordHash } = state;
      const undo: EmailUndo = { changeId, tokenHash, email: from, passwordHash, expiresAt, outcome: 'open' };
      return { ...state, emailUndos: [...state.emailUndos, undo] };
    }
    case 'EmailChangeUndone': {
      const { changeId, to } = event.data;
      const undo = state.emailUndos.find((each) => each.changeId === changeId);
      const emailUndos = closeFrom(state.emailUndos, (each) => each.changeId === changeId, 'used');
      const passwordHash = undo?.passwordHash ?? state.passwordHash;
      return { ...state, email: to, passwordHash, emailUndos, reset: null, keptSessionId: null };
    }
    case 'AvatarUploaded':
      return { ...state, upload: event.data.path };
    case 'ErasureBegun':
      return { ...state, status: 'erasing' };
    case 'ErasureCancelled':
      return { ...state, status: 'active' };
  }
}

function changeProfile<State extends KnownUser>(
  state: State,
  { email, username, phone, avatar }: ProfileChanged['data'],
): State {
  return {
    ...state,
    // A link that lies in the old address's mailbox must not open the account any more.
    ...(email === undefined
      ? {}
      : {
          email: email.to,
          reset: null,
          emailUndos: closeFrom(state.emailUndos, (undo) => sameAddress(undo.email, email.to), 'void'),
        }),
    ...(username === undefined ? {} : { username: username.to }),
    ...(phone === undefined ? {} : { phone: phone.to }),
    ...(avatar === undefined ? {} : { avatar: avatar.to, upload: avatar.to === state.upload ? null : state.upload }),
  };
}

const PREFIX = 'user-';

export function userStream(userId: string): string {
  return PREFIX + userId;
}

/** The user whose stream this is; undefined for streams of another kind. */
export function userOfStream(streamId: string): string | undefined {
  return streamId.startsWith(PREFIX) ? streamId.slice(PREFIX.length) : undefined;
}

import { DomainError } from '@volant/infra/errors/domain-error';
import type { CommandOf, Decider } from '@volant/infra/event-store/command-handler';
import { DEFAULT_LANGUAGE, type Language } from '@volant/proto/text/languages';
import {
  cancelEmailChange,
  confirmEmailChange,
  type EmailCommands,
  type EmailRequest,
  requestEmailChange,
  undoEmailChange,
} from './decide-email.ts';
import { type IssuerCommands, joinIssuer, noteBreakGlass } from './decide-issuer.ts';
import type { PasswordChanged, PasswordResetRequested, ProfileChanged, UserEvent, UserSignedUp } from './events.ts';
import {
  addPasskey,
  enableTotp,
  passSecondFactor,
  removePasskey,
  renewRecoveryCodes,
  type SecondFactorCommands,
} from './second-factor.ts';
import { type ActiveUser, evolve, initialState, openResets, type UserState } from './user.ts';

/** Retries of a letter end after a day. */
const LETTER_LASTS = 24 * 60 * 60 * 1000;
/** A mail server may be away for a weekend. */
const DEACTIVATION_LASTS = 4 * 24 * 60 * 60 * 1000;
const RESET_LASTS = 60 * 60 * 1000;
/** Maximum of valid links at a time. Further requests create no link, so that none of the mailed links is lost. */
const MAX_RESETS = 3;

/** Absent fields stay unchanged. */
export interface ProfileChanges {
  readonly email?: string;
  readonly username?: string;
  readonly phone?: string | null;
  readonly avatar?: string | null;
}

export interface UserCommands extends EmailCommands, IssuerCommands, SecondFactorCommands {
  /** The values have been parsed, and the e-mail address and name reserved, before. */
  readonly SignUp: Omit<UserSignedUp['data'], 'signedUpAt'> & { readonly at: string };
  readonly RequestPasswordReset: Omit<PasswordResetRequested['data'], 'requestedAt' | 'expiresAt'> & {
    readonly at: string;
  };
  readonly ResetPassword: { readonly tokenHash: string; readonly passwordHash: string; readonly at: string };
  readonly ChangePassword: {
    /** Hash that the given present password was compared with. */
    readonly checkedHash: string;
    readonly passwordHash: string;
    readonly sessionId: string;
    readonly at: string;
  };
  /** `email` is only another spelling of the present address, or reverts a change that lost its reservation. */
  readonly ChangeProfile: ProfileChanges & {
    readonly language: Language;
    readonly at: string;
    /** A requested address, which takes effect when it is confirmed. */
    readonly requestedEmail?: EmailRequest;
  };
  readonly UploadAvatar: { readonly path: string; readonly at: string };
  readonly ChooseWeeklyLetter: { readonly on: boolean; readonly language: Language; readonly at: string };
  /** `week` is a Monday, YYYY-MM-DD. */
  readonly AnnounceWeeklyLetter: { readonly week: string; readonly at: string };
  readonly NotePageDeactivation: {
    readonly pageId: string;
    readonly reason: string;
    /** By language. */
    readonly reasons: Readonly<Record<string, string>>;
    readonly at: string;
  };
  readonly NoteWebhookGone: { readonly host: string; readonly at: string };
  /** Permission, and that a SUPERADMIN remains, are checked before and by the roles. */
  readonly BeginErasure: { readonly at: string };
  readonly CancelErasure: { readonly at: string };
}

export type UserCommand = CommandOf<UserCommands>;

export function decide(command: UserCommand, state: UserState): readonly UserEvent[] {
  if (command.type === 'SignUp') {
    if (state.status !== 'absent') throw new DomainError('CONFLICT');
    const { at, ...account } = command.data;
    return [{ type: 'UserSignedUp', data: { ...account, signedUpAt: at } }];
  }
  if (state.status === 'erasing') {
    if (command.type === 'BeginErasure') return [];
    if (command.type === 'CancelErasure') {
      return [{ type: 'ErasureCancelled', data: { reason: 'LAST_SUPERADMIN', cancelledAt: command.data.at } }];
    }
  }
  if (state.status !== 'active') throw new DomainError('USER_NOT_FOUND');
  return decideActive(command, state);
}

function decideActive(command: CommandOf<Omit<UserCommands, 'SignUp'>>, state: ActiveUser): readonly UserEvent[] {
  switch (command.type) {
    case 'RequestPasswordReset': {
      const { at, ...request } = command.data;
      if (openResets(state, at).length >= MAX_RESETS) return [];
      const expiresAt = new Date(Date.parse(at) + RESET_LASTS).toISOString();
      return [{ type: 'PasswordResetRequested', data: { ...request, requestedAt: at, expiresAt } }];
    }
    case 'ResetPassword': {
      const { tokenHash, passwordHash, at } = command.data;
      if (!isPending(state, tokenHash, at)) throw new DomainError('RESET_TOKEN_INVALID');
      const changed = passwordChanged({ passwordHash, reason: 'RESET', keptSessionId: null, changedAt: at });
      return [changed, ...firstProof(state, at)];
    }
    case 'ChangePassword': {
      const { checkedHash, passwordHash, sessionId, at } = command.data;
      // The password was changed concurrently: the given one is no longer the present one.
      if (state.passwordHash !== checkedHash) throw new DomainError('WRONG_PASSWORD');
      return [passwordChanged({ passwordHash, reason: 'CHANGED', keptSessionId: sessionId, changedAt: at })];
    }
    case 'ChangeProfile':
      return changeProfile(command.data, state);
    case 'ConfirmEmailChange':
      return [...confirmEmailChange(command.data, state), ...firstProof(state, command.data.at)];
    case 'CancelEmailChange':
      return cancelEmailChange(command.data, state);
    case 'UndoEmailChange':
      return [...undoEmailChange(command.data, state), ...firstProof(state, command.data.at)];
    case 'UploadAvatar': {
      const { path, at } = command.data;
      return [{ type: 'AvatarUploaded', data: { path, discarded: state.upload, uploadedAt: at } }];
    }
    case 'ChooseWeeklyLetter': {
      const { on, language, at } = command.data;
      if (on === (state.weeklyLetter !== null)) return [];
      return [{ type: 'WeeklyLetterChosen', data: { on, language, chosenAt: at } }];
    }
    case 'AnnounceWeeklyLetter':
      return announceLetter(command.data, state);
    case 'NotePageDeactivation': {
      const { at: toldAt, reasons, ...data } = command.data;
      const expiresAt = new Date(Date.parse(toldAt) + DEACTIVATION_LASTS).toISOString();
      const language = state.language ?? DEFAULT_LANGUAGE;
      const reason = reasons[language] ?? data.reason;
      return [{ type: 'PageDeactivated', data: { ...data, reason, language, toldAt, expiresAt } }];
    }
    case 'NoteWebhookGone': {
      const { host, at: toldAt } = command.data;
      const expiresAt = new Date(Date.parse(toldAt) + DEACTIVATION_LASTS).toISOString();
      return [{ type: 'WebhookGone', data: { host, language: state.language ?? DEFAULT_LANGUAGE, toldAt, expiresAt } }];
    }
    case 'EnableTotp':
      requireProvedEmail(state);
      return enableTotp(command.data, state.secondFactor);
    case 'AddPasskey':
      requireProvedEmail(state);
      return addPasskey(command.data, state.secondFactor);
    case 'RemovePasskey':
      return removePasskey(command.data, state.secondFactor);
    case 'RenewRecoveryCodes':
      return renewRecoveryCodes(command.data, state.secondFactor);
    case 'PassSecondFactor':
      return passSecondFactor(command.data, state.secondFactor);
    case 'RemoveSecondFactor': {
      const { by, language, at } = command.data;
      return state.secondFactor === null
        ? []
        : [{ type: 'SecondFactorRemoved', data: { by, language, removedAt: at } }];
    }
    case 'JoinIssuer':
      return joinIssuer(command.data, state);
    case 'NoteBreakGlass':
      return noteBreakGlass(command.data);
    case 'BeginErasure':
      return [{ type: 'ErasureBegun', data: { begunAt: command.data.at } }];
    case 'CancelErasure':
      return [];
  }
}

/** At most one letter a week, also for a person who unsubscribes and comes back. */
function announceLetter(
  { week, at }: UserCommands['AnnounceWeeklyLetter'],
  { weeklyLetter: language, letterWeek }: ActiveUser,
): readonly UserEvent[] {
  if (language === null || (letterWeek !== null && letterWeek >= week)) return [];
  const expiresAt = new Date(Date.parse(at) + LETTER_LASTS).toISOString();
  return [{ type: 'WeeklyLetterDue', data: { week, language, dueAt: at, expiresAt } }];
}

function firstProof({ emailProvedAt }: ActiveUser, provedAt: string): readonly UserEvent[] {
  return emailProvedAt === null ? [{ type: 'EmailProved', data: { provedAt } }] : [];
}

/**
 * Otherwise a stranger who signs up with another person's address could lock its owner out for good.
 * @throws DomainError EMAIL_UNPROVED
 */
export function requireProvedEmail({ emailProvedAt }: ActiveUser): void {
  if (emailProvedAt === null) throw new DomainError('EMAIL_UNPROVED');
}

/** Whether the reset link with this token is still valid. */
export function isPending(state: ActiveUser, tokenHash: string, at: string): boolean {
  return openResets(state, at).some((reset) => reset.tokenHash === tokenHash);
}

function passwordChanged(data: PasswordChanged['data']): PasswordChanged {
  return { type: 'PasswordChanged', data };
}

function changeProfile(
  { email, username, phone, avatar, language, at, requestedEmail }: UserCommands['ChangeProfile'],
  state: ActiveUser,
): readonly UserEvent[] {
  // Only a picture the person uploaded: a path of another account would be shown, and erased, as their own.
  if (avatar !== undefined && avatar !== null && avatar !== state.avatar && avatar !== state.upload) {
    throw new DomainError('AVATAR_NOT_FOUND');
  }
  const changes: Omit<ProfileChanged['data'], 'language' | 'changedAt'> = {
    ...(email === undefined || email === state.email ? {} : { email: { from: state.email, to: email } }),
    ...(username === undefined || username === state.username
      ? {}
      : { username: { from: state.username, to: username } }),
    ...(phone === undefined || phone === state.phone ? {} : { phone: { from: state.phone, to: phone } }),
    ...(avatar === undefined || avatar === state.avatar ? {} : { avatar: { from: state.avatar, to: avatar } }),
  };
  const requested = requestedEmail === undefined ? [] : requestEmailChange(requestedEmail, language, at);
  if (Object.keys(changes).length === 0) return requested;
  return [{ type: 'ProfileChanged', data: { ...changes, language, changedAt: at } }, ...requested];
}

export const user: Decider<UserState, UserCommand, UserEvent> = {
  initialState,
  decide,
  evolve,
  snapshot: { name: 'user', shape: '-Qxan1LflExd' },
};

import { streamKind } from '@volant/infra/event-store/stream-kind';
import type { EmailChange } from './email-change.ts';
import { closeFrom, type EmailUndo, sameAddress } from './email-undo.ts';
import type { PasswordResetRequested, ProfileChanged, UserEvent, UserSignedUp, WeeklyLetterDue } from './events.ts';
import { evolveFactor, type SecondFactor } from './second-factor.ts';

/** A mailed link that has not been used. */
type PendingReset = Pick<PasswordResetRequested['data'], 'requestId' | 'tokenHash' | 'expiresAt'>;

type UserLanguage = WeeklyLetterDue['data']['language'];

interface KnownUser {
  readonly userId: string;
  /** In which the person last signed up or changed something; null before that was noted. */
  readonly language: UserLanguage | null;
  readonly email: string;
  readonly username: string;
  readonly passwordHash: string;
  readonly createdAt: string;
  readonly phone: string | null;
  readonly avatar: string | null;
  /** Latest uploaded picture that has not been chosen. */
  readonly upload: string | null;
  /** Links to choose a new password, latest last. */
  readonly resets: readonly PendingReset[];
  /** Latest requested change of address, whatever its outcome. */
  readonly emailChange: EmailChange | null;
  /** Undos of changes of address, oldest first. */
  readonly emailUndos: readonly EmailUndo[];
  /** Language of the weekly letter; null without one. */
  readonly weeklyLetter: UserLanguage | null;
  /** Monday of the latest weekly letter. */
  readonly letterWeek: string | null;
  /** When the person first proved to read the mailbox; null until then: signing up does not ask for it. */
  readonly emailProvedAt: string | null;
  /** Null if the password is enough. */
  readonly secondFactor: SecondFactor | null;
  /** The issuer's account that signs the person in; null without one. */
  readonly issued: { readonly issuer: string; readonly subject: string } | null;
  /** The session that survived the latest change of the password or of the second factor. */
  readonly keptSessionId: string | null;
}

export interface ActiveUser extends KnownUser {
  readonly status: 'active';
}

/** Closed for its person; kept until the rest of its data is erased. */
export interface ErasingUser extends KnownUser {
  readonly status: 'erasing';
}

export type UserState = { readonly status: 'absent' } | ActiveUser | ErasingUser;

export const initialState: UserState = { status: 'absent' };

export function evolve(state: UserState, event: UserEvent): UserState {
  if (event.type === 'UserSignedUp') {
    const { userId, email, username, passwordHash, language = null, vouched, signedUpAt } = event.data;
    const empty = { phone: null, avatar: null, upload: null, secondFactor: null, issued: null, keptSessionId: null };
    const nothingMailed = { resets: [], emailChange: null, emailUndos: [], weeklyLetter: null, letterWeek: null };
    return {
      status: 'active',
      userId,
      language,
      email,
      username,
      passwordHash,
      createdAt: signedUpAt,
      emailProvedAt: vouched === true ? signedUpAt : null,
      ...empty,
      ...nothingMailed,
    };
  }
  if (state.status === 'absent') return state;
  const known = evolveKnown(state, event);
  return 'language' in event.data ? { ...known, language: event.data.language } : known;
}

function evolveKnown(
  state: ActiveUser | ErasingUser,
  event: Exclude<UserEvent, UserSignedUp>,
): ActiveUser | ErasingUser {
  switch (event.type) {
    case 'PasswordResetRequested': {
      const { requestId, tokenHash, requestedAt, expiresAt } = event.data;
      return { ...state, resets: [...openResets(state, requestedAt), { requestId, tokenHash, expiresAt }] };
    }
    case 'PasswordChanged': {
      const { passwordHash, keptSessionId, reason, changedAt } = event.data;
      const changed = { ...state, passwordHash, keptSessionId, resets: [] };
      if (reason !== 'RESET') return changed;
      // A person who needed the mailbox to get in may not be the one who requested the change.
      return close({ ...changed, emailProvedAt: state.emailProvedAt ?? changedAt }, 'void');
    }
    case 'EmailChangeRequested': {
      const { changeId, tokenHash, cancelHash, email, expiresAt } = event.data;
      return { ...state, emailChange: { changeId, tokenHash, cancelHash, email, expiresAt, outcome: 'open' } };
    }
    case 'EmailChangeCancelled':
      return close(state, 'cancelled');
    case 'ProfileChanged':
      return changeProfile(state, event.data);
    case 'EmailUndoOffered': {
      const { changeId, tokenHash, from, expiresAt } = event.data;
      const { passwordHash, secondFactor } = state;
      const held = { passwordHash, secondFactor };
      const undo: EmailUndo = { changeId, tokenHash, email: from, ...held, expiresAt, outcome: 'open' };
      return { ...state, emailUndos: [...state.emailUndos, undo] };
    }
    case 'EmailChangeUndone': {
      const { changeId, to, undoneAt } = event.data;
      const undo = state.emailUndos.find((each) => each.changeId === changeId);
      const emailUndos = closeFrom(state.emailUndos, (each) => each.changeId === changeId, 'used');
      // An intruder may have set both since.
      const { passwordHash, secondFactor } = undo ?? state;
      const emailProvedAt = state.emailProvedAt ?? undoneAt;
      const restored = {
        email: to,
        emailProvedAt,
        passwordHash,
        secondFactor,
        emailUndos,
        resets: [],
        keptSessionId: null,
      };
      return close({ ...state, ...restored }, 'void');
    }
    case 'WeeklyLetterChosen':
      return { ...state, weeklyLetter: event.data.on ? event.data.language : null };
    case 'PageDeactivated':
    case 'WebhookGone':
    case 'BreakGlassUsed':
      return state;
    case 'WeeklyLetterDue':
      return { ...state, letterWeek: event.data.week };
    case 'TotpEnabled':
      return {
        ...state,
        secondFactor: evolveFactor(state.secondFactor, event),
        keptSessionId: event.data.keptSessionId,
      };
    case 'PasskeyAdded': {
      const { keptSessionId } = event.data.begun ?? state;
      return { ...state, secondFactor: evolveFactor(state.secondFactor, event), keptSessionId };
    }
    case 'PasskeyRemoved':
    case 'RecoveryCodesRenewed':
    case 'SecondFactorPassed':
    case 'SecondFactorRemoved':
      return { ...state, secondFactor: evolveFactor(state.secondFactor, event) };
    case 'EmailProved':
      return { ...state, emailProvedAt: event.data.provedAt, secondFactor: null, keptSessionId: null };
    case 'IssuerJoined': {
      const { issuer, subject } = event.data;
      return { ...state, issued: { issuer, subject } };
    }
    case 'AvatarUploaded':
      return { ...state, upload: event.data.path };
    case 'ErasureBegun':
      return { ...state, status: 'erasing' };
    case 'ErasureCancelled':
      return { ...state, status: 'active' };
  }
}

/** Links that are still valid. */
export function openResets({ resets }: Pick<KnownUser, 'resets'>, at: string): readonly PendingReset[] {
  return resets.filter(({ expiresAt }) => Date.parse(at) < Date.parse(expiresAt));
}

function close<State extends KnownUser>(state: State, outcome: EmailChange['outcome']): State {
  const { emailChange } = state;
  return emailChange?.outcome === 'open' ? { ...state, emailChange: { ...emailChange, outcome } } : state;
}

function afterChange(change: EmailChange | null, email: string): EmailChange | null {
  return change?.outcome === 'open' && sameAddress(change.email, email) ? { ...change, outcome: 'confirmed' } : change;
}

function changeProfile<State extends KnownUser>(
  state: State,
  { email, username, phone, avatar, changedAt }: ProfileChanged['data'],
): State {
  const emailChange = email === undefined ? state.emailChange : afterChange(state.emailChange, email.to);
  // Only the link mailed to the new address confirms a change.
  const isProved = emailChange !== state.emailChange;
  return {
    ...state,
    // A link in the old address's mailbox must no longer open the account.
    ...(email === undefined
      ? {}
      : {
          email: email.to,
          resets: [],
          emailChange,
          emailProvedAt: state.emailProvedAt ?? (isProved ? changedAt : null),
          emailUndos: closeFrom(state.emailUndos, (undo) => sameAddress(undo.email, email.to), 'void'),
        }),
    ...(username === undefined ? {} : { username: username.to }),
    ...(phone === undefined ? {} : { phone: phone.to }),
    ...(avatar === undefined ? {} : { avatar: avatar.to, upload: avatar.to === state.upload ? null : state.upload }),
  };
}

export const { of: userStream, idIn: userOfStream } = streamKind('user-');

import { specify } from '@volant/infra/testing/decider-specification';
import { describe, expect, it } from 'vitest';
import { type ProfileChanges, type UserCommand, user } from './decide.ts';
import type { AvatarUploaded, PasswordChanged, ProfileChanged, UserEvent, UserSignedUp } from './events.ts';
import { type ActiveUser, evolve, initialState, type UserState } from './user.ts';

const account = { userId: 'u1', email: 'Demo@example.com', username: 'Demo', passwordHash: '$argon2id$demo' };
const at = '2026-03-01T08:00:00.000Z';
const expiresAt = '2026-03-01T09:00:00.000Z';
const signUp: UserCommand = { type: 'SignUp', data: { ...account, at } };
const signedUp: UserSignedUp = { type: 'UserSignedUp', data: { ...account, signedUpAt: at } };

const request = (requestId: string): UserCommand => ({
  type: 'RequestPasswordReset',
  data: { requestId, tokenHash: `hash of ${requestId}`, language: 'fr', at },
});
const requested = (requestId: string): UserEvent => ({
  type: 'PasswordResetRequested',
  data: { requestId, tokenHash: `hash of ${requestId}`, language: 'fr', requestedAt: at, expiresAt },
});
const reset = (requestId: string, when = at): UserCommand => ({
  type: 'ResetPassword',
  data: { tokenHash: `hash of ${requestId}`, passwordHash: 'new', at: when },
});
const wasReset: PasswordChanged = {
  type: 'PasswordChanged',
  data: { passwordHash: 'new', reason: 'RESET', keptSessionId: null, changedAt: at },
};
const proved: UserEvent = { type: 'EmailProved', data: { provedAt: at } };
const change = (changes: ProfileChanges): UserCommand => ({
  type: 'ChangeProfile',
  data: { ...changes, language: 'en', at },
});
const changed = (data: Partial<ProfileChanged['data']>): ProfileChanged => ({
  type: 'ProfileChanged',
  data: { ...data, language: 'en', changedAt: at },
});
const upload = (path: string): UserCommand => ({ type: 'UploadAvatar', data: { path, at } });
const uploaded = (path: string, discarded: string | null): AvatarUploaded => ({
  type: 'AvatarUploaded',
  data: { path, discarded, uploadedAt: at },
});
const erase: UserCommand = { type: 'BeginErasure', data: { at } };
const cancel: UserCommand = { type: 'CancelErasure', data: { at } };
const begun: UserEvent = { type: 'ErasureBegun', data: { begunAt: at } };
const cancelled: UserEvent = { type: 'ErasureCancelled', data: { reason: 'LAST_SUPERADMIN', cancelledAt: at } };

describe('user', () => {
  it('signs up once', () => {
    specify(user).given([]).when(signUp).then([signedUp]);
  });

  it('does not sign up if the account exists', () => {
    specify(user).given([signedUp]).when(signUp).thenRefuses('CONFLICT');
  });

  it.each([request('r1'), reset('r1'), change({ phone: null }), upload('/a'), erase, cancel])(
    'refuses $type if the account does not exist',
    (command) => {
      specify(user).given([]).when(command).thenRefuses('USER_NOT_FOUND');
    },
  );
});

describe('password reset link', () => {
  it('is valid for an hour', () => {
    specify(user)
      .given([signedUp])
      .when(request('r1'))
      .then([requested('r1')]);
    const given = specify(user).given([signedUp, requested('r1')]);
    given.when(reset('r1')).then([wasReset, proved]);
    given.when(reset('r1', expiresAt)).thenRefuses('RESET_TOKEN_INVALID');
  });

  it('works once', () => {
    specify(user)
      .given([signedUp, requested('r1'), wasReset])
      .when(reset('r1'))
      .thenRefuses('RESET_TOKEN_INVALID');
  });

  it('works beside two others, and no fourth is created while three are valid', () => {
    const three = [signedUp, requested('r1'), requested('r2'), requested('r3')];
    const given = specify(user).given(three);
    for (const each of ['r1', 'r2', 'r3']) given.when(reset(each)).then([wasReset, proved]);
    given.when(request('r4')).then([]);
    const later: UserCommand = { ...request('r4'), data: { ...request('r4').data, at: expiresAt } } as UserCommand;
    given.when(later).then([
      {
        type: 'PasswordResetRequested',
        data: {
          ...{ requestId: 'r4', tokenHash: 'hash of r4', language: 'fr', requestedAt: expiresAt },
          expiresAt: '2026-03-01T10:00:00.000Z',
        },
      },
    ]);
  });

  it('is void after another one was used', () => {
    specify(user)
      .given([signedUp, requested('r1'), requested('r2'), wasReset])
      .when(reset('r2'))
      .thenRefuses('RESET_TOKEN_INVALID');
  });

  it('is void after the password or the address it was sent to has changed', () => {
    const byHand: PasswordChanged = { ...wasReset, data: { ...wasReset.data, reason: 'CHANGED', keptSessionId: 's1' } };
    const moved = changed({ email: { from: 'Demo@example.com', to: 'other@example.com' } });
    const renamed = changed({ username: { from: 'Demo', to: 'Other' } });
    specify(user)
      .given([signedUp, requested('r1'), byHand])
      .when(reset('r1'))
      .thenRefuses('RESET_TOKEN_INVALID');
    specify(user)
      .given([signedUp, requested('r1'), moved])
      .when(reset('r1'))
      .thenRefuses('RESET_TOKEN_INVALID');
    specify(user)
      .given([signedUp, requested('r1'), renamed])
      .when(reset('r1'))
      .then([wasReset, proved]);
  });
});

describe('password', () => {
  const changeIt = (checkedHash: string): UserCommand => ({
    type: 'ChangePassword',
    data: { checkedHash, passwordHash: 'new', sessionId: 's1', at },
  });

  it('is changed in a session that stays open', () => {
    specify(user)
      .given([signedUp])
      .when(changeIt(account.passwordHash))
      .then([
        {
          type: 'PasswordChanged',
          data: { passwordHash: 'new', reason: 'CHANGED', keptSessionId: 's1', changedAt: at },
        },
      ]);
  });

  it('is not changed if another change came in between', () => {
    specify(user).given([signedUp, wasReset]).when(changeIt(account.passwordHash)).thenRefuses('WRONG_PASSWORD');
  });
});

describe('profile', () => {
  it('changes only in given fields that differ', () => {
    const given = specify(user).given([signedUp]);
    given.when(change({})).then([]);
    given.when(change({ email: 'Demo@example.com', username: 'Demo', phone: null, avatar: null })).then([]);
    given.when(change({ email: 'x@example.com', phone: '+33639980000' })).then([
      changed({
        email: { from: 'Demo@example.com', to: 'x@example.com' },
        phone: { from: null, to: '+33639980000' },
      }),
    ]);
  });

  it('keeps its new values afterwards', () => {
    const moved = changed({ username: { from: 'Demo', to: 'Other' }, phone: { from: null, to: '+33639980000' } });
    specify(user)
      .given([signedUp, moved])
      .when(change({ username: 'Demo', phone: null }))
      .then([changed({ username: { from: 'Other', to: 'Demo' }, phone: { from: '+33639980000', to: null } })]);
  });

  it('accepts only a picture the person has uploaded', () => {
    const given = specify(user).given([signedUp, uploaded('/a', null)]);
    given.when(change({ avatar: '/a' })).then([changed({ avatar: { from: null, to: '/a' } })]);
    given.when(change({ avatar: '/b' })).thenRefuses('AVATAR_NOT_FOUND');
  });

  it('keeps only the latest upload until it is chosen', () => {
    const chosen = changed({ avatar: { from: null, to: '/a' } });
    specify(user)
      .given([signedUp, uploaded('/a', null)])
      .when(upload('/b'))
      .then([uploaded('/b', '/a')]);
    specify(user)
      .given([signedUp, uploaded('/a', null), chosen])
      .when(upload('/b'))
      .then([uploaded('/b', null)]);
    specify(user)
      .given([signedUp, uploaded('/a', null), chosen, uploaded('/b', null)])
      .when(change({ avatar: '/b' }))
      .then([changed({ avatar: { from: '/a', to: '/b' } })]);
    specify(user)
      .given([signedUp, uploaded('/a', null), uploaded('/b', '/a')])
      .when(change({ avatar: '/a' }))
      .thenRefuses('AVATAR_NOT_FOUND');
    // Removing the shown picture does not discard the upload that was not chosen yet.
    specify(user)
      .given([
        signedUp,
        uploaded('/a', null),
        chosen,
        uploaded('/b', null),
        changed({ avatar: { from: '/a', to: null } }),
      ])
      .when(change({ avatar: '/b' }))
      .then([changed({ avatar: { from: null, to: '/b' } })]);
  });
});

describe('account that is being erased', () => {
  it('accepts no other command', () => {
    const given = specify(user).given([signedUp, requested('r1'), begun]);
    given.when(erase).then([]);
    for (const command of [request('r2'), reset('r1'), change({ phone: null }), upload('/a')]) {
      given.when(command).thenRefuses('USER_NOT_FOUND');
    }
  });

  it('reopens if the erasure is cancelled', () => {
    specify(user).given([signedUp, begun]).when(cancel).then([cancelled]);
    specify(user).given([signedUp, begun, cancelled]).when(erase).then([begun]);
    specify(user).given([signedUp]).when(cancel).then([]);
  });
});

describe('proof of the mailbox', () => {
  const factor = {
    type: 'TotpEnabled' as const,
    data: {
      ...{ sealed: 's', step: 1, recovery: ['r'], keptSessionId: 'session', language: 'en' as const },
      enabledAt: at,
    },
  };

  it('is needed for a second factor', () => {
    const { keptSessionId: sessionId, enabledAt: _, ...data } = factor.data;
    const enable = { type: 'EnableTotp' as const, data: { ...data, sessionId, at } };
    specify(user).given([signedUp]).when(enable).thenRefuses('EMAIL_UNPROVED');
    specify(user)
      .given([signedUp, requested('r1'), wasReset])
      .when(enable)
      .then([factor]);
  });

  it('removes a factor that was set before, once', () => {
    const history: readonly UserEvent[] = [signedUp, factor, requested('r1'), wasReset, proved];
    const state = history.reduce<UserState>(evolve, initialState) as ActiveUser;
    expect([state.secondFactor, state.emailProvedAt]).toEqual([null, at]);
    specify(user)
      .given([signedUp, requested('r1'), wasReset, proved, requested('r2')])
      .when(reset('r2'))
      .then([wasReset]);
  });
});

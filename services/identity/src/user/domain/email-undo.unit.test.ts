import { specify } from '@volant/infra/testing/decider-specification';
import { describe, it } from 'vitest';
import { type UserCommand, user } from './decide.ts';
import type { UserEvent } from './events.ts';

const at = '2026-03-01T08:00:00.000Z';
const dayLater = '2026-03-02T08:00:00.000Z';
const weekLater = '2026-03-08T08:00:00.000Z';
const justBefore = '2026-03-08T07:59:59.999Z';
const [first, second, third, fourth] = ['one@example.com', 'two@example.com', 'three@example.com', 'four@example.com'];

const signedUp: UserEvent = {
  type: 'UserSignedUp',
  data: { userId: 'u1', email: first, username: 'Demo', passwordHash: 'first hash', vouched: true, signedUpAt: at },
};
const requested = (email: string, changeId: string): UserEvent => ({
  type: 'EmailChangeRequested',
  data: {
    ...{ changeId, tokenHash: `confirm ${changeId}`, cancelHash: `cancel ${changeId}`, email, mailed: true },
    ...{ language: 'fr', requestedAt: at, expiresAt: dayLater },
  },
});
const confirm = (changeId: string, when = at): UserCommand => ({
  type: 'ConfirmEmailChange',
  data: { tokenHash: `confirm ${changeId}`, undoHash: `hash of ${changeId}`, language: 'fr', at: when },
});
const moved = (from: string, to: string): UserEvent => ({
  type: 'ProfileChanged',
  data: { email: { from, to }, language: 'fr', changedAt: at },
});
const offered = (from: string, to: string, changeId: string): UserEvent => ({
  type: 'EmailUndoOffered',
  data: { changeId, tokenHash: `hash of ${changeId}`, from, to, language: 'fr', offeredAt: at, expiresAt: weekLater },
});
const undo = (changeId: string, when = at): UserCommand => ({
  type: 'UndoEmailChange',
  data: { tokenHash: `hash of ${changeId}`, at: when },
});
const undone = (from: string, to: string, changeId: string, when = at): UserEvent => ({
  type: 'EmailChangeUndone',
  data: { changeId, from, to, undoneAt: when },
});
const passwordChanged = (passwordHash: string): UserEvent => ({
  type: 'PasswordChanged',
  data: { passwordHash, reason: 'CHANGED', keptSessionId: 's1', changedAt: at },
});
const changePassword = (checkedHash: string): UserCommand => ({
  type: 'ChangePassword',
  data: { checkedHash, passwordHash: 'latest hash', sessionId: 's2', at },
});

const once = [signedUp, moved(first, second), offered(first, second, 'c1')];
const twice = [...once, moved(second, third), offered(second, third, 'c2')];

describe('undo of a change of address', () => {
  it('is offered with the change and valid for seven days', () => {
    specify(user)
      .given([signedUp, requested(second, 'c1')])
      .when(confirm('c1'))
      .then([moved(first, second), offered(first, second, 'c1')]);
    const given = specify(user).given(once);
    given.when(undo('c1', justBefore)).then([undone(second, first, 'c1', justBefore)]);
    given.when(undo('c1', weekLater)).thenRefuses('EMAIL_UNDO_EXPIRED');
    given.when(undo('c2')).thenRefuses('EMAIL_UNDO_INVALID');
  });

  it('is used once', () => {
    specify(user)
      .given([...once, undone(second, first, 'c1')])
      .when(undo('c1'))
      .thenRefuses('EMAIL_UNDO_USED');
  });

  it('restores the address and the password of that time', () => {
    const given = specify(user).given([...once, passwordChanged('second hash'), undone(second, first, 'c1')]);
    given.when(changePassword('second hash')).thenRefuses('WRONG_PASSWORD');
    given.when(changePassword('first hash')).then([
      {
        type: 'PasswordChanged',
        data: { passwordHash: 'latest hash', reason: 'CHANGED', keptSessionId: 's2', changedAt: at },
      },
    ]);
  });

  it('voids a password reset link', () => {
    const requested: UserEvent = {
      type: 'PasswordResetRequested',
      data: { requestId: 'r1', tokenHash: 'hash of r1', language: 'fr', requestedAt: at, expiresAt: weekLater },
    };
    specify(user)
      .given([...once, requested, undone(second, first, 'c1')])
      .when({ type: 'ResetPassword', data: { tokenHash: 'hash of r1', passwordHash: 'new', at } })
      .thenRefuses('RESET_TOKEN_INVALID');
  });

  it('undoes every change since, and none before', () => {
    const given = specify(user).given(twice);
    given.when(undo('c1')).then([undone(third, first, 'c1')]);
    given.when(undo('c2')).then([undone(third, second, 'c2')]);
    specify(user)
      .given([...twice, undone(third, first, 'c1')])
      .when(undo('c2'))
      .thenRefuses('EMAIL_UNDO_INVALID');
    specify(user)
      .given([...twice, undone(third, second, 'c2')])
      .when(undo('c1'))
      .then([undone(second, first, 'c1')]);
  });

  it('is void once the account is back at its address, and none is offered then', () => {
    specify(user)
      .given([...twice, requested(second, 'c3')])
      .when(confirm('c3'))
      .then([moved(third, second)]);
    const back = [...twice, moved(third, second)];
    specify(user).given(back).when(undo('c2')).thenRefuses('EMAIL_UNDO_INVALID');
    specify(user)
      .given(back)
      .when(undo('c1'))
      .then([undone(second, first, 'c1')]);
  });

  it('is not offered for another spelling of the same address', () => {
    specify(user)
      .given([signedUp])
      .when({ type: 'ChangeProfile', data: { email: first.toUpperCase(), language: 'fr', at } })
      .then([moved(first, first.toUpperCase())]);
  });

  it('is offered for three addresses at most', () => {
    const thrice = [...twice, moved(third, fourth), offered(third, fourth, 'c3')];
    specify(user)
      .given([...thrice, requested('five@example.com', 'c4')])
      .when(confirm('c4'))
      .then([moved(fourth, 'five@example.com')]);
    // One of the three was used.
    specify(user)
      .given([...thrice, undone(fourth, third, 'c3'), requested('five@example.com', 'c4')])
      .when(confirm('c4'))
      .then([moved(third, 'five@example.com'), offered(third, 'five@example.com', 'c4')]);
  });
});

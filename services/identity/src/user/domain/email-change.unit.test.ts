import { specify } from '@volant/infra/testing/decider-specification';
import { describe, expect, it } from 'vitest';
import { type UserCommand, user } from './decide.ts';
import { openChange } from './email-change.ts';
import type { UserEvent } from './events.ts';
import { evolve, initialState, type UserState } from './user.ts';

const at = '2026-03-01T08:00:00.000Z';
const dayLater = '2026-03-02T08:00:00.000Z';
const justBefore = '2026-03-02T07:59:59.999Z';
const weekLater = '2026-03-08T08:00:00.000Z';
const [old, next, other] = ['one@example.com', 'two@example.com', 'three@example.com'];

const signedUp: UserEvent = {
  type: 'UserSignedUp',
  data: { userId: 'u1', email: old, username: 'Demo', passwordHash: 'hash', vouched: true, signedUpAt: at },
};
const emailRequest = (email: string, changeId: string) => ({
  ...{ changeId, tokenHash: `confirm ${changeId}`, cancelHash: `cancel ${changeId}`, email, mailed: true },
});
const ask = (email: string, changeId: string): UserCommand => ({
  type: 'ChangeProfile',
  data: { requestedEmail: emailRequest(email, changeId), language: 'fr', at },
});
const changeRequested = (email: string, changeId: string): UserEvent => ({
  type: 'EmailChangeRequested',
  data: { ...emailRequest(email, changeId), language: 'fr', requestedAt: at, expiresAt: dayLater },
});
const confirm = (changeId: string, when = at): UserCommand => ({
  type: 'ConfirmEmailChange',
  data: { tokenHash: `confirm ${changeId}`, undoHash: `undo ${changeId}`, language: 'fr', at: when },
});
const changed = (from: string, to: string, changedAt = at): UserEvent => ({
  type: 'ProfileChanged',
  data: { email: { from, to }, language: 'fr', changedAt },
});
const offered = (from: string, to: string, changeId: string): UserEvent => ({
  type: 'EmailUndoOffered',
  data: { changeId, tokenHash: `undo ${changeId}`, from, to, language: 'fr', offeredAt: at, expiresAt: weekLater },
});
const cancel = (cancelHash?: string, when = at): UserCommand => ({
  type: 'CancelEmailChange',
  data: { ...(cancelHash === undefined ? {} : { cancelHash }), at: when },
});
const cancelled = (changeId: string): UserEvent => ({
  type: 'EmailChangeCancelled',
  data: { changeId, cancelledAt: at },
});
const passwordChanged = (reason: 'CHANGED' | 'RESET'): UserEvent => ({
  type: 'PasswordChanged',
  data: { passwordHash: 'new hash', reason, keptSessionId: null, changedAt: at },
});
const undone: UserEvent = {
  type: 'EmailChangeUndone',
  data: { changeId: 'c1', from: next, to: old, undoneAt: at },
};
const pending = [signedUp, changeRequested(next, 'c1')];
const made = [...pending, changed(old, next), offered(old, next, 'c1')];

/** The pending address that `me` returns. */
function pendingAfter(events: readonly UserEvent[], when = at): string | undefined {
  const state = events.reduce<UserState>(evolve, initialState);
  return state.status === 'active' ? openChange(state.emailChange, when)?.email : undefined;
}

describe('change of e-mail address', () => {
  it('is requested without changing the address', () => {
    specify(user)
      .given([signedUp])
      .when(ask(next, 'c1'))
      .then([changeRequested(next, 'c1')]);
    expect(pendingAfter(pending)).toBe(next);
    expect(pendingAfter(pending, dayLater)).toBeUndefined();
  });

  it('is made once, by its link, within 24 hours', () => {
    const given = specify(user).given(pending);
    given.when(confirm('c1')).then([changed(old, next), offered(old, next, 'c1')]);
    given.when(confirm('c1', dayLater)).thenRefuses('EMAIL_CHANGE_EXPIRED');
    given.when(confirm('c2')).thenRefuses('EMAIL_CHANGE_INVALID');
    specify(user).given([signedUp]).when(confirm('c1')).thenRefuses('EMAIL_CHANGE_INVALID');
    specify(user).given(made).when(confirm('c1')).thenRefuses('EMAIL_CHANGE_USED');
    expect(pendingAfter(pending, justBefore)).toBe(next);
    expect(pendingAfter(made)).toBeUndefined();
  });

  it('is replaced by a later one, even to the same address', () => {
    for (const later of [other, next]) {
      const given = specify(user).given([...pending, changeRequested(later, 'c2')]);
      given.when(confirm('c1')).thenRefuses('EMAIL_CHANGE_INVALID');
      given.when(cancel('cancel c1')).thenRefuses('EMAIL_CHANGE_INVALID');
      given.when(confirm('c2')).then([changed(old, later), offered(old, later, 'c2')]);
    }
  });

  it('is cancelled once and for good, by the link to the present address or by its owner', () => {
    const given = specify(user).given(pending);
    given.when(cancel('cancel c1')).then([cancelled('c1')]);
    given.when(cancel()).then([cancelled('c1')]);
    given.when(cancel('confirm c1')).thenRefuses('EMAIL_CHANGE_INVALID');
    given.when(cancel('cancel c1', dayLater)).thenRefuses('EMAIL_CHANGE_EXPIRED');
    const after = specify(user).given([...pending, cancelled('c1')]);
    after.when(confirm('c1')).thenRefuses('EMAIL_CHANGE_INVALID');
    after.when(cancel('cancel c1')).then([]);
    after.when(cancel()).then([]);
    expect(pendingAfter([...pending, cancelled('c1')])).toBeUndefined();
  });

  it('can no longer be cancelled after it was made', () => {
    const given = specify(user).given(made);
    given.when(cancel('cancel c1')).thenRefuses('EMAIL_CHANGE_USED');
    given.when(cancel()).then([]);
  });

  it('is void after a password reset, but not after a password change', () => {
    specify(user)
      .given([...pending, passwordChanged('RESET')])
      .when(confirm('c1'))
      .thenRefuses('EMAIL_CHANGE_INVALID');
    expect(pendingAfter([...pending, passwordChanged('RESET')])).toBeUndefined();
    expect(pendingAfter([...pending, passwordChanged('CHANGED')])).toBe(next);
  });

  it('is void after an earlier change was undone', () => {
    specify(user)
      .given([...made, changeRequested(other, 'c2'), undone])
      .when(confirm('c2'))
      .thenRefuses('EMAIL_CHANGE_INVALID');
  });

  it('survives another spelling of the present address', () => {
    expect(pendingAfter([...pending, changed(old, old.toUpperCase())])).toBe(next);
  });

  it('can be undone if an earlier release made it without confirmation', () => {
    const before = [signedUp, changed(old, next), offered(old, next, 'c1')];
    expect(pendingAfter(before)).toBeUndefined();
    specify(user)
      .given(before)
      .when({ type: 'UndoEmailChange', data: { tokenHash: 'undo c1', at } })
      .then([undone]);
  });
});

import { specify } from '@volant/infra/event-store/decider-specification';
import { describe, it } from 'vitest';
import { type SignUp, user } from './decide.ts';
import type { UserSignedUp } from './user.ts';

const account = { userId: 'u1', email: 'Demo@example.com', username: 'Demo', passwordHash: '$argon2id$demo' };
const at = '2026-03-01T08:00:00.000Z';
const signUp: SignUp = { type: 'SignUp', data: { ...account, at } };
const signedUp: UserSignedUp = { type: 'UserSignedUp', data: { ...account, signedUpAt: at } };

describe('user', () => {
  it('signs up once', () => {
    specify(user).given([]).when(signUp).then([signedUp]);
  });

  it('does not sign up where an account is', () => {
    specify(user).given([signedUp]).when(signUp).thenRefuses('CONFLICT');
  });
});

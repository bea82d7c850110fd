import { specify } from '@volant/infra/testing/decider-specification';
import { it } from 'vitest';
import { user } from './decide.ts';
import type { UserEvent } from './events.ts';

const AT = '2026-11-30T08:00:00.000Z';
const signedUp = (vouched: boolean): UserEvent => ({
  type: 'UserSignedUp',
  data: {
    userId: 'u1',
    email: 'ada@example.com',
    username: 'Ada',
    passwordHash: 'hash',
    ...(vouched && { vouched: true as const }),
    signedUpAt: AT,
  },
});
const join = (subject: string, issuer = 'https://id.example') => ({
  type: 'JoinIssuer' as const,
  data: { issuer, subject, at: AT },
});
const joined = (subject: string, issuer = 'https://id.example'): UserEvent => ({
  type: 'IssuerJoined',
  data: { issuer, subject, joinedAt: AT },
});

it('joins an account whose mailbox is proved, once', () => {
  specify(user)
    .given([signedUp(true)])
    .when(join('ada'))
    .then([joined('ada')]);
  specify(user)
    .given([signedUp(true), joined('ada')])
    .when(join('ada'))
    .then([]);
});

it('does not join an account that a stranger may have opened', () => {
  specify(user)
    .given([signedUp(false)])
    .when(join('ada'))
    .thenRefuses('ISSUER_UNPROVED');
});

it('refuses another person of the same issuer, and follows to another issuer', () => {
  const given = specify(user).given([signedUp(true), joined('ada')]);
  given.when(join('mallory')).thenRefuses('ISSUER_OTHER_PERSON');
  given.when(join('ada', 'https://new.example')).then([joined('ada', 'https://new.example')]);
});

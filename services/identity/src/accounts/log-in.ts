import { DomainError } from '@volant/infra/errors/domain-error';
import type { EventStore } from '@volant/infra/event-store/event-store';
import { emailKey, mayBeEmail } from '@volant/infra/text/email';
import type { Passwords } from '../credentials/passwords.ts';
import type { AttemptLimits } from '../limits/attempt-limits.ts';
import { parsePassword } from '../user/password.ts';
import type { Caller } from './caller.ts';
import type { SessionOpener } from './open-session.ts';
import { accountWithEmail } from './read-account.ts';
import type { Authentication } from './sign-up.ts';

export interface LogInParts {
  readonly store: EventStore;
  readonly passwords: Passwords;
  readonly limits: AttemptLimits;
  readonly sessions: SessionOpener;
}

export interface Credentials {
  readonly email: string;
  readonly password: string;
  readonly remember: boolean;
}

/**
 * Opens a session. An unknown address and a wrong password get the same answer after the same work.
 * @throws DomainError INVALID_CREDENTIALS, TOO_MANY_REQUESTS
 */
export async function logIn(parts: LogInParts, credentials: Credentials, caller: Caller): Promise<Authentication> {
  const { email, password, remember } = credentials;
  if (email.trim() === '' || password === '') throw new DomainError('FIELDS_REQUIRED');
  if (!mayBeEmail(email)) throw new DomainError('INVALID_CREDENTIALS');

  await parts.limits.takeLogIn(emailKey(email), caller.address);
  const account = await accountWithEmail(parts.store, email);
  const succeed = await parts.limits.takeGuess(account?.userId ?? emailKey(email), caller.address);
  const same = await parts.passwords.matches(account?.passwordHash, comparable(password));
  if (account === undefined || !same) throw new DomainError('INVALID_CREDENTIALS');

  await succeed();
  const { userId, version } = account;
  const { correlationId } = caller;
  const token = await parts.sessions.open({ userId, userVersion: version, remember, correlationId });
  return { token, account };
}

/** The form that was hashed, or a text that no account can have as its password. */
export function comparable(password: string): string {
  try {
    return parsePassword(password);
  } catch (error) {
    if (error instanceof DomainError) return '';
    throw error;
  }
}

import type { AttemptLimits } from '../limits/attempt-limits.ts';
import type { Caller } from './caller.ts';
import type { SessionOpener } from './open-session.ts';
import { type Account, readAccount } from './read-account.ts';
import { parseRegistration, type RegisterParts, type Registration, register } from './register.ts';

export interface Authentication {
  readonly token: string;
  readonly account: Account;
}

export interface SignUpParts extends RegisterParts {
  readonly limits: AttemptLimits;
  readonly sessions: SessionOpener;
}

/** Opens an account with the role DRIVER, and a first session that ends with the browser's. */
export async function signUp(parts: SignUpParts, input: Registration, caller: Caller): Promise<Authentication> {
  const { correlationId } = caller;
  const registration = parseRegistration(input);
  // Counted after the values were looked at: a typing mistake uses nothing up.
  await parts.limits.takeSignUp(caller.address);
  const userId = await register(parts, registration, (actor) => ({ actor, correlationId }));
  const account = await readAccount(parts.store, userId);
  if (account === undefined) throw new Error(`account ${userId} is not there after it was opened`);
  const token = await parts.sessions.open({ userId, userVersion: account.version, remember: false, correlationId });
  return { token, account };
}

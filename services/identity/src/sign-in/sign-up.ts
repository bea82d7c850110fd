import { DomainError } from '@volant/infra/errors/domain-error';
import { repeatableId } from '@volant/infra/event-store/repeatable-id';
import type { RequestOrigin as Caller } from '@volant/infra/graphql/request-origin';
import { emailKey } from '@volant/infra/text/email';
import { spoken } from '@volant/proto/text/languages';
import type { Authentication } from '../user/commands/authentication.ts';
import { openSession } from '../user/commands/open-session.ts';
import type { IdentityParts } from '../user/commands/parts.ts';
import { type Account, readAccount } from '../user/commands/read-account.ts';
import { parseRegistration, type Registration, register } from '../user/commands/register.ts';
import { strangerAt } from '../user/limits/attempt-limits.ts';
import { appointFirst, checkFirstLink } from '../user/roles/first-superadmin.ts';

export interface SignUp extends Registration {
  /** Token of the link to the first SUPERADMIN's sign-up. */
  readonly firstLink?: string | null | undefined;
}

/** Opens an account with the role DRIVER, or of the first SUPERADMIN, and a first session that is remembered. */
export async function signUp(parts: IdentityParts, input: SignUp, caller: Caller): Promise<Authentication> {
  const firstLink = input.firstLink ?? undefined;
  const { correlationId, idempotencyKey } = caller;
  const registration = { ...parseRegistration(input), language: spoken(caller.language, 'mails') };
  const userId = repeatableId(parts.newId, idempotencyKey, 'sign-up', emailKey(registration.email));
  if (firstLink !== undefined) await checkFirstLink(parts, firstLink, userId);
  let account = idempotencyKey === undefined ? undefined : await readAccount(parts.store, userId);
  if (account === undefined) {
    // Counted after validation, so that a typing mistake does not use up the limit.
    await parts.limits.takeSignUp(caller.address);
    await register(parts, registration, userId, { actor: userId, correlationId }, strangerAt(caller.address));
    await parts.limits.rememberAddress(userId, caller.address);
  } else {
    await proveRetry(parts, account, registration.password, caller);
  }
  // Also of a retry, whose first attempt may have been interrupted here.
  if (firstLink !== undefined) await appointFirst(parts, userId, correlationId);
  account = await readAccount(parts.store, userId);
  if (account === undefined) throw new Error(`account ${userId} is not there after it was opened`);
  const again = repeatableId(parts.newId, idempotencyKey, 'sign-up session', userId);
  const session = { userId, userVersion: account.version, remember: true, correlationId, repeatableId: again };
  const token = await openSession(parts, session);
  return { token, account };
}

/** The key identifies the request, but only the password proves that it comes from the same person. */
async function proveRetry(
  { limits, passwords }: IdentityParts,
  { userId, passwordHash, secondFactor }: Account,
  password: string,
  { address }: Caller,
): Promise<void> {
  // The first answer was lost long ago if a second factor has been set up since.
  if (secondFactor !== null) throw new DomainError('EMAIL_TAKEN');
  const { turn, succeed } = await limits.takeGuess(userId, { address });
  if (!(await passwords.matches(passwordHash, [password], turn))) throw new DomainError('EMAIL_TAKEN');
  await succeed();
}

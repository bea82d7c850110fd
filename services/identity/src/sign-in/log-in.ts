import { DomainError } from '@volant/infra/errors/domain-error';
import { repeatableId } from '@volant/infra/event-store/repeatable-id';
import type { RequestOrigin as Caller } from '@volant/infra/graphql/request-origin';
import { emailKey, mayBeEmail } from '@volant/infra/text/email';
import { cleanLine } from '@volant/proto/text/clean-text';
import { askForFactor } from '../user/commands/ask-for-factor.ts';
import { counted, type LoggedIn } from '../user/commands/authentication.ts';
import { admitPassword } from '../user/commands/break-glass.ts';
import { openSession } from '../user/commands/open-session.ts';
import type { IdentityParts } from '../user/commands/parts.ts';
import { type Account, accountWithEmail } from '../user/commands/read-account.ts';
import { passwordForms } from '../user/domain/password.ts';

export interface Credentials {
  readonly email: string;
  readonly password: string;
  readonly remember: boolean;
  /** Mark from an earlier log-in on this device. */
  readonly device?: string | undefined;
}

/**
 * Opens a session, or asks for the second factor of an account that has one. An unknown address and a wrong password get the same response after the same amount of work.
 * @throws DomainError INVALID_CREDENTIALS, SECOND_FACTOR_REQUIRED with the challenge, STAFF_PASSWORD_OFF, TOO_MANY_REQUESTS
 */
export function logIn(parts: IdentityParts, credentials: Credentials, caller: Caller): Promise<LoggedIn> {
  return counted(parts, open(parts, credentials, caller));
}

async function open(parts: IdentityParts, credentials: Credentials, caller: Caller): Promise<LoggedIn> {
  const { email, password, remember, device: mark } = credentials;
  if (cleanLine(email) === '' || password === '') throw new DomainError('FIELDS_REQUIRED');
  if (!mayBeEmail(email)) throw new DomainError('INVALID_CREDENTIALS');

  const { address, correlationId, idempotencyKey } = caller;
  const { limits, devices } = parts;
  const deviceOf = (account: Account | undefined) =>
    mark === undefined || account === undefined ? undefined : devices.deviceIn(mark, account);
  // Without a device mark, the limit applies before anything is read.
  const marked = mark === undefined ? undefined : await accountWithEmail(parts.store, email);
  await limits.takeLogIn(emailKey(email), { address, device: deviceOf(marked) });
  const account = await accountWithEmail(parts.store, email);
  const device = deviceOf(account);
  const { turn, succeed } = await limits.takeGuess(account?.userId ?? emailKey(email), { address, device });
  const same = await parts.passwords.matches(account?.passwordHash, passwordForms(password), turn);
  if (account === undefined || !same) throw new DomainError('INVALID_CREDENTIALS');

  await succeed();
  const version = await admitPassword(parts, account, caller);
  const { userId } = account;
  await askForFactor(parts, account, { userVersion: version, remember, device });
  const again = repeatableId(parts.newId, idempotencyKey, 'log-in session', userId, String(remember), version);
  const session = { userId, userVersion: version, remember, correlationId, repeatableId: again };
  const token = await openSession(parts, session);
  return { token, account, device: devices.markFor(account, device) };
}

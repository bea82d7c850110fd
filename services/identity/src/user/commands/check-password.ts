import { DomainError } from '@volant/infra/errors/domain-error';
import type { Turn } from '../credentials/gate.ts';
import { passwordForms } from '../domain/password.ts';
import type { IdentityParts } from './parts.ts';
import { type Account, readAccount } from './read-account.ts';

/**
 * Re-authenticates a signed-in person.
 * @returns the account, and the turn for further hashing
 * @throws DomainError FIELDS_REQUIRED, WRONG_PASSWORD, not a code that would sign the person out over a typing mistake
 */
export async function checkPassword(
  { store, passwords, limits }: IdentityParts,
  userId: string,
  password: string,
  address: string,
): Promise<{ readonly account: Account; readonly turn: Turn }> {
  if (password === '') throw new DomainError('FIELDS_REQUIRED');
  const account = await readAccount(store, userId);
  if (account === undefined) throw new DomainError('UNAUTHENTICATED');
  const { turn, succeed } = await limits.takeGuess(userId, { address });
  const same = await passwords.matches(account.passwordHash, passwordForms(password), turn);
  if (!same) throw new DomainError('WRONG_PASSWORD');
  await succeed();
  return { account, turn };
}

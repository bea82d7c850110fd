import { DomainError } from '@volant/infra/errors/domain-error';
import type { ChallengeContent } from '../credentials/challenges.ts';
import type { IdentityParts } from './parts.ts';
import type { Account } from './read-account.ts';

/**
 * The last step before the session of an account with a second factor.
 * @throws DomainError SECOND_FACTOR_REQUIRED with the challenge
 */
export async function askForFactor(
  { challenges, passkeys }: IdentityParts,
  { userId, secondFactor }: Account,
  passed: Omit<ChallengeContent, 'userId'>,
): Promise<void> {
  if (secondFactor === null) return;
  const challenge = challenges.issue({ ...passed, userId });
  const passkey = await passkeys.ask(challenge, secondFactor.passkeys);
  throw new DomainError('SECOND_FACTOR_REQUIRED', { challenge, ...(passkey !== undefined && { passkey }) });
}

import type { Viewer } from '@volant/infra/auth/viewer';
import { DomainError } from '@volant/infra/errors/domain-error';
import { repeatableId } from '@volant/infra/event-store/repeatable-id';
import type { RequestOrigin as Caller } from '@volant/infra/graphql/request-origin';
import { DEFAULT_LANGUAGE, type Language, spoken } from '@volant/proto/text/languages';
import { base32 } from '../credentials/base32.ts';
import { hashOfRecoveryCode } from '../credentials/recovery-codes.ts';
import { plainCode, stepOfCode, totpAddress } from '../credentials/totp.ts';
import { checkPassword } from './check-password.ts';
import type { IdentityParts } from './parts.ts';
import { doneBefore } from './password-retry.ts';
import { accountWithEmail, readAccount } from './read-account.ts';
import { needsFactor } from './role-in-force.ts';
import { changeAccount, sendToUser } from './send-to-user.ts';

export const contextOfSecret = (userId: string) => `totp:${userId}`;

/**
 * Offers a secret for an authenticator app. Asks for the password, because a stranger at an open screen could otherwise
 * lock the person out. Nothing is stored before the first code, with which the setup is sent back.
 * @throws DomainError WRONG_PASSWORD
 */
export async function startTotp(
  parts: IdentityParts,
  password: string,
  { userId }: Viewer,
  { address, idempotencyKey }: Caller,
) {
  const { account } = await checkPassword(parts, userId, password, address);
  const { setup, secret } = parts.totpSetups.offer(account, repeatableId(parts.newId, idempotencyKey, 'totp', userId));
  return { secret: base32(secret), address: totpAddress(secret, account.email), setup };
}

/**
 * Turns the second factor on, or moves it to another app, once a code proves that the app has the secret.
 * @returns the recovery codes, which are shown only now
 * @throws DomainError FIELDS_REQUIRED, SECOND_FACTOR_EXPIRED, SECOND_FACTOR_WRONG
 */
export async function confirmTotp(
  parts: IdentityParts,
  { setup, code }: { readonly setup: string; readonly code: string },
  { userId, sessionId }: Viewer,
  { correlationId, idempotencyKey, language }: Caller,
): Promise<readonly string[]> {
  if (setup === '' || plainCode(code) === '') throw new DomainError('FIELDS_REQUIRED');
  const commandId = repeatableId(parts.newId, idempotencyKey, 'confirm-totp', userId, setup, code);
  const codes = parts.recoveryCodes.codesOf(commandId);
  if ((await doneBefore(parts.store, idempotencyKey, commandId)) === undefined) {
    const now = parts.clock();
    const account = await readAccount(parts.store, userId);
    const secret = account && parts.totpSetups.secretOf(account, setup);
    if (secret === undefined) throw new DomainError('SECOND_FACTOR_EXPIRED');
    const step = stepOfCode(secret, plainCode(code), now);
    if (step === undefined) throw new DomainError('SECOND_FACTOR_WRONG');
    const sealed = parts.sealer.seal(contextOfSecret(userId), secret);
    const recovery = codes.map((each) => hashOfRecoveryCode(userId, each));
    const mailed = spoken(language, 'mails');
    const data = { sealed, step, recovery, sessionId, language: mailed, at: now.toISOString() };
    await changeAccount(parts, userId, { type: 'EnableTotp', data }, correlationId, commandId);
  }
  // Ends the other sessions, and gives this one the role that may have waited for the second factor.
  await parts.refreshSessionsOf(userId);
  return codes;
}

/**
 * Replaces the recovery codes.
 * @throws DomainError WRONG_PASSWORD, SECOND_FACTOR_OFF
 */
export async function renewRecoveryCodes(
  parts: IdentityParts,
  password: string,
  { userId }: Viewer,
  { address, correlationId, idempotencyKey }: Caller,
): Promise<readonly string[]> {
  await checkPassword(parts, userId, password, address);
  const commandId = repeatableId(parts.newId, idempotencyKey, 'recovery-codes', userId);
  const codes = parts.recoveryCodes.codesOf(commandId);
  const recovery = codes.map((each) => hashOfRecoveryCode(userId, each));
  const data = { recovery, at: parts.clock().toISOString() };
  await changeAccount(parts, userId, { type: 'RenewRecoveryCodes', data }, correlationId, commandId);
  return codes;
}

/**
 * Makes the password enough again. Does nothing if it is.
 * @throws DomainError WRONG_PASSWORD, SECOND_FACTOR_NEEDED
 */
export async function switchSecondFactorOff(
  parts: IdentityParts,
  password: string,
  { userId }: Viewer,
  { address, correlationId, idempotencyKey, language }: Caller,
): Promise<void> {
  const { account } = await checkPassword(parts, userId, password, address);
  if (needsFactor(account.role, parts.staffNeedsFactor)) throw new DomainError('SECOND_FACTOR_NEEDED');
  const commandId = repeatableId(parts.newId, idempotencyKey, 'second-factor-off', userId);
  const data = { by: 'PERSON' as const, language: spoken(language, 'mails'), at: parts.clock().toISOString() };
  await changeAccount(parts, userId, { type: 'RemoveSecondFactor', data }, correlationId, commandId);
  await parts.refreshSessionsOf(userId);
}

/**
 * The way back for a person who has lost app and recovery codes.
 * @returns whether there was one
 * @throws DomainError USER_NOT_FOUND
 */
export async function removeByOperator(parts: IdentityParts, email: string): Promise<boolean> {
  const account = await accountWithEmail(parts.store, email);
  if (account === undefined) throw new DomainError('USER_NOT_FOUND');
  const language: Language = DEFAULT_LANGUAGE;
  const data = { by: 'OPERATOR' as const, language, at: parts.clock().toISOString() };
  const meta = { actor: 'operator', correlationId: parts.newId() };
  await sendToUser(parts, account.userId, { type: 'RemoveSecondFactor', data }, meta);
  await parts.refreshSessionsOf(account.userId);
  return account.secondFactor !== null;
}

import type { Viewer } from '@volant/infra/auth/viewer';
import { DomainError } from '@volant/infra/errors/domain-error';
import { eventsOf } from '@volant/infra/event-store/event-codec';
import { repeatableId } from '@volant/infra/event-store/repeatable-id';
import type { RequestOrigin as Caller } from '@volant/infra/graphql/request-origin';
import { DEFAULT_LANGUAGE, type Language, spoken } from '@volant/proto/text/languages';
import { checkPassword } from '../user/commands/check-password.ts';
import type { IdentityParts } from '../user/commands/parts.ts';
import { doneBefore } from '../user/commands/password-retry.ts';
import { accountWithEmail, readAccount } from '../user/commands/read-account.ts';
import { needsFactor } from '../user/commands/role-in-force.ts';
import { changeAccount, expiresWith, sendToUser } from '../user/commands/send-to-user.ts';
import { hashOfRecoveryCode } from '../user/credentials/recovery-codes.ts';
import { contextOfSecret, plainCode, secretFrom, stepOfCode, totpAddress } from '../user/credentials/totp.ts';
import { requireProvedEmail } from '../user/domain/decide.ts';
import { type UserEvent, userCodec } from '../user/domain/events.ts';

/**
 * Offers a secret for an authenticator app. Asks for the password, because a stranger at an open screen could otherwise
 * lock the person out. Nothing is stored before the first code, with which the setup is sent back.
 * @throws DomainError WRONG_PASSWORD, EMAIL_UNPROVED
 */
export async function startTotp(
  parts: IdentityParts,
  password: string,
  { userId }: Viewer,
  { address, idempotencyKey }: Caller,
) {
  const { account } = await checkPassword(parts, userId, password, address);
  requireProvedEmail(account);
  const { setup, secret } = parts.totpSetups.offer(account, repeatableId(parts.newId, idempotencyKey, 'totp', userId));
  return { secret: secretFrom(secret).base32, address: totpAddress(secret, account.email), setup };
}

/**
 * Turns the second factor on, or moves it to another app, once a code proves that the app has the secret.
 * @returns the recovery codes, which are shown only now, if this turned the second factor on
 * @throws DomainError FIELDS_REQUIRED, EMAIL_UNPROVED, SECOND_FACTOR_EXPIRED, SECOND_FACTOR_WRONG
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
  const recovery = codes.map((each) => hashOfRecoveryCode(userId, each));
  const done = await doneBefore(parts.store, idempotencyKey, commandId);
  let events = done && eventsOf(userCodec, [done]);
  if (events === undefined) {
    const now = parts.clock();
    const account = await readAccount(parts.store, userId);
    const secret = account && parts.totpSetups.secretOf(account, setup);
    if (account === undefined || secret === undefined) throw new DomainError('SECOND_FACTOR_EXPIRED');
    const step = stepOfCode(secret, plainCode(code), now);
    if (step === undefined) throw new DomainError('SECOND_FACTOR_WRONG');
    const sealed = parts.sealer.seal(contextOfSecret(userId), secret);
    const mailed = spoken(language, 'mails');
    const data = { sealed, step, recovery, sessionId, language: mailed, at: now.toISOString() };
    // Of concurrent confirmations one counts, and only its codes are shown.
    const once = { admit: () => parts.limits.takeAccountChange(userId), expectedVersion: account.version };
    const meta = { actor: userId, correlationId };
    const command = { type: 'EnableTotp' as const, data };
    ({ events } = await sendToUser(parts, userId, command, meta, commandId, once).catch(expiresWith));
  }
  // Ends the other sessions, and gives this one the role that may have waited for the second factor.
  await parts.refreshSessionsOf(userId);
  const isNew = (event: UserEvent) => event.type === 'TotpEnabled' && event.data.recovery[0] === recovery[0];
  return events.some(isNew) ? codes : [];
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
  if (needsFactor(account.role, parts.staffRules)) throw new DomainError('SECOND_FACTOR_NEEDED');
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

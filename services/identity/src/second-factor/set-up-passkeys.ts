import type { Viewer } from '@volant/infra/auth/viewer';
import { DomainError } from '@volant/infra/errors/domain-error';
import { eventsOf } from '@volant/infra/event-store/event-codec';
import { repeatableId } from '@volant/infra/event-store/repeatable-id';
import type { RequestOrigin as Caller } from '@volant/infra/graphql/request-origin';
import { normalised } from '@volant/infra/text/outside-text';
import { cleanLine } from '@volant/proto/text/clean-text';
import { spoken } from '@volant/proto/text/languages';
import { LONGEST_PASSKEY_NAME } from '@volant/proto/text/lengths';
import { checkPassword } from '../user/commands/check-password.ts';
import type { IdentityParts } from '../user/commands/parts.ts';
import { doneBefore } from '../user/commands/password-retry.ts';
import { needsFactor } from '../user/commands/role-in-force.ts';
import { changeAccount, expiresWith, sendToUser } from '../user/commands/send-to-user.ts';
import { hashOfRecoveryCode } from '../user/credentials/recovery-codes.ts';
import { requireProvedEmail, type UserCommand } from '../user/domain/decide.ts';
import { userCodec } from '../user/domain/events.ts';
import { requirePlace } from '../user/domain/second-factor.ts';

/**
 * Offers to make a passkey. Asks for the password, because a stranger at an open screen could otherwise add theirs.
 * @returns options for a browser, as JSON
 * @throws DomainError FIELDS_REQUIRED, WRONG_PASSWORD, EMAIL_UNPROVED, TOO_MANY_PASSKEYS, PASSKEYS_UNAVAILABLE
 */
export async function startPasskey(
  parts: IdentityParts,
  password: string,
  { userId }: Viewer,
  { address }: Caller,
): Promise<string> {
  const { account } = await checkPassword(parts, userId, password, address);
  requireProvedEmail(account);
  requirePlace(account.secondFactor);
  const challenge = parts.passkeyOffers.issue({ userId, userVersion: account.version });
  return parts.passkeys.offer(challenge, account, account.secondFactor?.passkeys ?? []);
}

/**
 * Adds a passkey that was made for an offer.
 * @returns recovery codes, which are shown only now, if this turned the second factor on
 * @throws DomainError FIELDS_REQUIRED, PASSKEY_NAME, PASSKEY_WRONG, SECOND_FACTOR_EXPIRED
 */
export async function addPasskey(
  parts: IdentityParts,
  { name: written, credential }: { readonly name: string; readonly credential: string },
  { userId, sessionId }: Viewer,
  { correlationId, idempotencyKey, language }: Caller,
): Promise<readonly string[]> {
  if (credential === '' || written.trim() === '') throw new DomainError('FIELDS_REQUIRED');
  const name = parseName(written);
  const challenge = parts.passkeys.challengeIn(credential);
  if (challenge === undefined) throw new DomainError('PASSKEY_WRONG');
  const offer = parts.passkeyOffers.read(challenge);
  if (offer?.userId !== userId) throw new DomainError('SECOND_FACTOR_EXPIRED');
  const commandId = repeatableId(parts.newId, idempotencyKey, 'add-passkey', userId, challenge, name);
  const codes = parts.recoveryCodes.codesOf(commandId);
  const done = await doneBefore(parts.store, idempotencyKey, commandId);
  let events = done && eventsOf(userCodec, [done]);
  if (events === undefined) {
    const made = await parts.passkeys.made(challenge, credential);
    const recovery = codes.map((code) => hashOfRecoveryCode(userId, code));
    const at = parts.clock().toISOString();
    const data = { ...made, name, recovery, sessionId, language: spoken(language, 'mails'), at };
    // Any change since ends the offer, so that it is good for one passkey.
    const once = { admit: () => parts.limits.takeAccountChange(userId), expectedVersion: offer.userVersion };
    const command: UserCommand = { type: 'AddPasskey', data };
    const meta = { actor: userId, correlationId };
    ({ events } = await sendToUser(parts, userId, command, meta, commandId, once).catch(expiresWith));
  }
  await parts.refreshSessionsOf(userId);
  return events.some((event) => event.type === 'PasskeyAdded' && event.data.begun !== undefined) ? codes : [];
}

/**
 * Removes a passkey, and with the last factor the second factor.
 * @throws DomainError FIELDS_REQUIRED, WRONG_PASSWORD, PASSKEY_NOT_FOUND, SECOND_FACTOR_NEEDED
 */
export async function removePasskey(
  parts: IdentityParts,
  { id, password }: { readonly id: string; readonly password: string },
  { userId }: Viewer,
  { address, correlationId, idempotencyKey, language }: Caller,
): Promise<void> {
  if (id === '') throw new DomainError('FIELDS_REQUIRED');
  const { account } = await checkPassword(parts, userId, password, address);
  const needed = needsFactor(account.role, parts.staffRules);
  const commandId = repeatableId(parts.newId, idempotencyKey, 'remove-passkey', userId, id);
  const data = { id, needed, language: spoken(language, 'mails'), at: parts.clock().toISOString() };
  await changeAccount(parts, userId, { type: 'RemovePasskey', data }, correlationId, commandId);
}

function parseName(written: string): string {
  const units = 4 * LONGEST_PASSKEY_NAME;
  const name = written.length > units ? '' : normalised(cleanLine(written), 'NFC', units);
  if (name === '' || [...name].length > LONGEST_PASSKEY_NAME)
    throw new DomainError('PASSKEY_NAME', { limit: LONGEST_PASSKEY_NAME });
  return name;
}

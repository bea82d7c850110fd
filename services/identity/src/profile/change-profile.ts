import type { Viewer } from '@volant/infra/auth/viewer';
import { DomainError } from '@volant/infra/errors/domain-error';
import { repeatableId } from '@volant/infra/event-store/repeatable-id';
import type { RequestOrigin as Caller } from '@volant/infra/graphql/request-origin';
import { emailKey, parseEmail } from '@volant/infra/text/email';
import { countryCodeOf, DEFAULT_COUNTRY_CODE } from '@volant/proto/contact/country-codes';
import { cleanLine } from '@volant/proto/text/clean-text';
import { spoken } from '@volant/proto/text/languages';
import { keysOfEvent, RESERVED_FOR, releaseFormer, settleReservations } from '../user/commands/account-reservations.ts';
import type { IdentityParts } from '../user/commands/parts.ts';
import { type Account, readAccount } from '../user/commands/read-account.ts';
import { sendToUser } from '../user/commands/send-to-user.ts';
import { emailReservation, usernameReservation } from '../user/domain/account-keys.ts';
import type { ProfileChanges, UserCommands } from '../user/domain/decide.ts';
import type { EmailRequest } from '../user/domain/decide-email.ts';
import { sameAddress } from '../user/domain/email-undo.ts';
import type { UserEvent } from '../user/domain/events.ts';
import { parsePhone } from '../user/domain/phone.ts';
import { parseUsername } from '../user/domain/username.ts';

/** Raw input; absent fields stay unchanged. */
export interface ProfileInput {
  readonly email?: string | null;
  readonly username?: string | null;
  readonly phone?: string | null;
  readonly avatar?: string | null;
  readonly weeklyLetter?: boolean | null;
}

function countryOf({ phone }: Account): string {
  return countryCodeOf(phone ?? '') ?? DEFAULT_COUNTRY_CODE;
}

/** @throws DomainError FIELDS_REQUIRED, EMAIL_INVALID, USERNAME_INVALID, PHONE_INVALID */
function parseProfile({ email, username, phone, avatar }: ProfileInput, present: Account): ProfileChanges {
  for (const needed of [email, username]) {
    if (needed === null || (needed !== undefined && cleanLine(needed) === '')) throw new DomainError('FIELDS_REQUIRED');
  }
  return {
    ...(typeof email === 'string' ? { email: parseEmail(email) } : {}),
    // An unchanged name stays valid even if a later rule refuses it.
    ...(typeof username === 'string' && username !== present.username ? { username: parseUsername(username) } : {}),
    // A national number belongs to the country of the number before it, or to France.
    ...(phone === undefined ? {} : { phone: parsePhone(phone, countryOf(present)) }),
    ...(avatar === undefined ? {} : { avatar: avatar === '' ? null : avatar }),
  };
}

/**
 * Changes the given fields: reserve → append → confirm the new key, free the old one. The follow-up finishes an
 * interrupted change. A new e-mail address is only requested here: it is reserved and takes effect when the link mailed
 * to it is opened.
 * @throws DomainError EMAIL_TAKEN, USERNAME_TAKEN, AVATAR_NOT_FOUND, TOO_MANY_CHANGES
 */
export async function changeProfile(
  parts: IdentityParts,
  input: ProfileInput,
  { userId }: Viewer,
  caller: Caller,
): Promise<Account> {
  const { store, clock, newId } = parts;
  const { correlationId, idempotencyKey } = caller;
  const language = spoken(caller.language, 'mails');
  const before = await readAccount(store, userId);
  if (before === undefined) throw new DomainError('UNAUTHENTICATED');
  const parsed = parseProfile(input, before);
  const { email, ...others } = parsed;
  const wantsOther = email !== undefined && !sameAddress(email, before.email);
  const requestedEmail = wantsOther ? await emailRequest(parts, email, before, caller) : undefined;
  const key = await reserveUsername(parts, others.username, before);
  const newKeys = key === undefined ? [] : [key];

  const meta = { actor: userId, correlationId };
  const admission = { admit: () => parts.limits.takeAccountChange(userId) };
  const send = (
    data: Pick<UserCommands['ChangeProfile'], keyof ProfileChanges | 'requestedEmail'>,
    commandId?: string,
    more?: { readonly admit: () => Promise<void> },
  ) => {
    const command = { type: 'ChangeProfile' as const, data: { ...data, language, at: clock().toISOString() } };
    return sendToUser(parts, userId, command, meta, commandId, more);
  };
  let events: readonly UserEvent[];
  try {
    // The id includes the changes: the same key with other changes is a different request.
    const commandId = repeatableId(newId, idempotencyKey, 'change-profile', userId, JSON.stringify(parsed));
    ({ events } = await send(
      { ...(requestedEmail === undefined ? parsed : { ...others, requestedEmail }) },
      commandId,
      admission,
    ));
  } catch (error) {
    // The append was refused, or may have been written: the stream decides whether to keep the reservation.
    await settleReservations(store, clock, userId, newKeys);
    throw error;
  }
  const lost = await settleReservations(store, clock, userId, events.flatMap(keysOfEvent));
  if (lost !== undefined && lost === key) {
    // The process stalled until the reservation lapsed. The account that holds the key now was promised it first.
    await send({ username: before.username });
    throw new DomainError('USERNAME_TAKEN');
  }
  if (typeof input.weeklyLetter === 'boolean') {
    const data = { on: input.weeklyLetter, language, at: clock().toISOString() };
    const id = repeatableId(newId, idempotencyKey, 'weekly-letter', userId, String(data.on));
    await sendToUser(parts, userId, { type: 'ChooseWeeklyLetter', data }, meta, id, admission);
  }
  const account = await readAccount(store, userId);
  if (account === undefined) throw new DomainError('UNAUTHENTICATED');
  return account;
}

/**
 * Request for another address. It reserves nothing: until it is confirmed, the address stays free for its owner.
 * @throws DomainError EMAIL_TAKEN, TOO_MANY_REQUESTS
 */
async function emailRequest(
  { store, clock, newId, limits, confirmTokens, cancelTokens }: IdentityParts,
  email: string,
  { userId }: Account,
  { address }: Caller,
): Promise<EmailRequest> {
  await limits.takeEmailChange(userId);
  await releaseFormer(store, clock, emailReservation(email));
  const owner = await store.reservations.ownerOf(emailReservation(email));
  if (owner !== undefined && owner !== userId) throw new DomainError('EMAIL_TAKEN');
  const changeId = newId();
  return {
    changeId,
    email,
    tokenHash: confirmTokens.tokenFor(userId, changeId).tokenHash,
    cancelHash: cancelTokens.tokenFor(userId, changeId).tokenHash,
    mailed: await limits.mayWriteTo(emailKey(email), address),
  };
}

/**
 * @returns the newly reserved key; undefined if the name stays the same
 * @throws DomainError USERNAME_TAKEN
 */
async function reserveUsername(
  { store, clock }: IdentityParts,
  username: string | undefined,
  before: Account,
): Promise<string | undefined> {
  if (username === undefined) return undefined;
  const key = usernameReservation(username);
  if (key === usernameReservation(before.username)) return undefined;
  const until = new Date(clock().getTime() + RESERVED_FOR);
  if (!(await store.reservations.reserve(key, before.userId, until))) throw new DomainError('USERNAME_TAKEN');
  return key;
}

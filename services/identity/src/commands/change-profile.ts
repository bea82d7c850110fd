import type { Viewer } from '@volant/infra/auth/viewer';
import { DomainError } from '@volant/infra/errors/domain-error';
import { repeatableId } from '@volant/infra/event-store/repeatable-id';
import { parseEmail } from '@volant/infra/text/email';
import { cleanLine } from '@volant/proto/text/clean-text';
import type { LinkTokens } from '../credentials/link-tokens.ts';
import type { AttemptLimits } from '../limits/attempt-limits.ts';
import { emailReservation, usernameReservation } from '../user/account-keys.ts';
import type { ProfileChanges } from '../user/decide.ts';
import type { ProfileChanged, UserEvent } from '../user/events.ts';
import { parsePhone } from '../user/phone.ts';
import { parseUsername } from '../user/username.ts';
import { RESERVED_FOR, releaseFormer, settleReservations } from './account-reservations.ts';
import type { Caller } from './caller.ts';
import { type Account, readAccount } from './read-account.ts';
import { type CommandParts, sendToUser } from './send-to-user.ts';

export interface ChangeProfileParts extends CommandParts {
  readonly limits: AttemptLimits;
  readonly undoTokens: LinkTokens;
}

/** As it arrives; what is absent stays as it is. */
export interface ProfileInput {
  readonly email?: string | null;
  readonly username?: string | null;
  readonly phone?: string | null;
  readonly avatar?: string | null;
}

/** @throws DomainError FIELDS_REQUIRED, EMAIL_INVALID, USERNAME_INVALID, PHONE_INVALID */
function parseProfile({ email, username, phone, avatar }: ProfileInput, present: Account): ProfileChanges {
  for (const needed of [email, username]) {
    if (needed === null || (needed !== undefined && cleanLine(needed) === '')) throw new DomainError('FIELDS_REQUIRED');
  }
  return {
    ...(typeof email === 'string' ? { email: parseEmail(email) } : {}),
    // A name from before a rule stays good.
    ...(typeof username === 'string' && username !== present.username ? { username: parseUsername(username) } : {}),
    ...(phone === undefined ? {} : { phone: parsePhone(phone) }),
    ...(avatar === undefined ? {} : { avatar: avatar === '' ? null : avatar }),
  };
}

/** A key to be held from now on, with the refusal where somebody else has it. */
interface NewKey {
  readonly key: string;
  readonly taken: 'EMAIL_TAKEN' | 'USERNAME_TAKEN';
}

/**
 * Changes what the input names: reserve → append → confirm the new, free the old. What is cut off in between is
 * finished by the follow-up.
 * @throws DomainError EMAIL_TAKEN, USERNAME_TAKEN, AVATAR_NOT_FOUND
 */
export async function changeProfile(
  parts: ChangeProfileParts,
  input: ProfileInput,
  { userId }: Viewer,
  caller: Caller,
): Promise<Account> {
  const { store, clock, newId } = parts;
  const { correlationId, idempotencyKey, language } = caller;
  const before = await readAccount(store, userId);
  if (before === undefined) throw new DomainError('UNAUTHENTICATED');
  const changes = parseProfile(input, before);
  const newKeys = await keysToTake(parts, changes, before);
  await reserveAll(parts, userId, newKeys);

  const meta = { actor: userId, correlationId };
  const changeId = newId();
  const { tokenHash } = parts.undoTokens.tokenFor(userId, changeId);
  const send = (data: ProfileChanges & { undo?: { changeId: string; tokenHash: string } }, commandId?: string) => {
    const command = { type: 'ChangeProfile' as const, data: { ...data, language, at: clock().toISOString() } };
    return sendToUser(parts, userId, command, meta, commandId);
  };
  let events: readonly UserEvent[];
  try {
    // Named after what it asks for: the same key with other changes is another request.
    const commandId = repeatableId(newId, idempotencyKey, 'change-profile', userId, JSON.stringify(changes));
    ({ events } = await send({ ...changes, undo: { changeId, tokenHash } }, commandId));
  } catch (error) {
    // Refused, or perhaps written after all: the stream says which of the reservations stay.
    await settleReservations(
      store,
      clock,
      userId,
      newKeys.map(({ key }) => key),
    );
    throw error;
  }
  const lost = await settleReservations(store, clock, userId, touchedKeys(events));
  const stolen = newKeys.find(({ key }) => key === lost);
  if (stolen !== undefined) {
    // The process stood still until the reservation lapsed. Whoever holds the key now was promised it first.
    const { email, username } = before;
    await send(stolen.taken === 'EMAIL_TAKEN' ? { email } : { username });
    throw new DomainError(stolen.taken);
  }
  const account = await readAccount(store, userId);
  if (account === undefined) throw new DomainError('UNAUTHENTICATED');
  return account;
}

async function keysToTake(
  { limits }: ChangeProfileParts,
  { email, username }: ProfileChanges,
  before: Account,
): Promise<readonly NewKey[]> {
  const keys: NewKey[] = [];
  if (email !== undefined && emailReservation(email) !== emailReservation(before.email)) {
    await limits.takeEmailChange(before.userId);
    keys.push({ key: emailReservation(email), taken: 'EMAIL_TAKEN' });
  }
  if (username !== undefined && usernameReservation(username) !== usernameReservation(before.username)) {
    keys.push({ key: usernameReservation(username), taken: 'USERNAME_TAKEN' });
  }
  return keys;
}

async function reserveAll(
  { store, clock }: ChangeProfileParts,
  userId: string,
  keys: readonly NewKey[],
): Promise<void> {
  const reserved: string[] = [];
  for (const { key, taken } of keys) {
    await releaseFormer(store, clock, key);
    if (!(await store.reservations.reserve(key, userId, new Date(clock().getTime() + RESERVED_FOR)))) {
      await settleReservations(store, clock, userId, reserved);
      throw new DomainError(taken);
    }
    reserved.push(key);
  }
}

/** Old and new keys of what was changed. */
function touchedKeys(events: readonly UserEvent[]): readonly string[] {
  return events.flatMap((event) => (event.type === 'ProfileChanged' ? keysOfChange(event.data) : []));
}

export function keysOfChange({ email, username }: ProfileChanged['data']): readonly string[] {
  // The new one first: the old one is freed only when the new one is held for good.
  return [
    ...(email === undefined ? [] : [emailReservation(email.to), emailReservation(email.from)]),
    ...(username === undefined ? [] : [usernameReservation(username.to), usernameReservation(username.from)]),
  ];
}

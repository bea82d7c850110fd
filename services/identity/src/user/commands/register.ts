import { DomainError } from '@volant/infra/errors/domain-error';
import { handleCommand } from '@volant/infra/event-store/command-handler';
import type { CommitMeta } from '@volant/infra/event-store/event-store';
import { parseEmail } from '@volant/infra/text/email';
import { cleanLine, cleanPassword } from '@volant/proto/text/clean-text';
import type { Language } from '@volant/proto/text/languages';
import type { Turn } from '../credentials/gate.ts';
import { emailReservation, usernameReservation } from '../domain/account-keys.ts';
import { user } from '../domain/decide.ts';
import { userCodec } from '../domain/events.ts';
import { parsePassword } from '../domain/password.ts';
import { userStream } from '../domain/user.ts';
import { parseUsername } from '../domain/username.ts';
import { RESERVED_FOR, releaseFormer } from './account-reservations.ts';
import type { IdentityParts } from './parts.ts';

/** Actors who know that the person reads the mailbox. */
export const ISSUER_ACTOR = 'issuer';
const VOUCHING: readonly string[] = ['operator', ISSUER_ACTOR];

export interface Registration {
  readonly email: string;
  readonly username: string;
  readonly password: string;
  /** Of the request; for mails. */
  readonly language?: Language;
}

/** @throws DomainError for an invalid value */
export function parseRegistration({ email, username, password }: Registration): Registration {
  if ([cleanLine(email), cleanLine(username), cleanPassword(password)].includes(''))
    throw new DomainError('FIELDS_REQUIRED');
  return { email: parseEmail(email), username: parseUsername(username), password: parsePassword(password) };
}

/**
 * Opens an account: reserve → append → confirm. The follow-up finishes or frees an interrupted sign-up.
 * @param registration parsed values
 * @param userId id of the new account; using it twice opens one account
 * @param turn requester of the hashing
 * @throws DomainError EMAIL_TAKEN, USERNAME_TAKEN
 */
export async function register(
  parts: IdentityParts,
  registration: Registration,
  userId: string,
  meta: CommitMeta,
  turn: Turn,
): Promise<void> {
  const { store, passwords, clock, newId } = parts;
  const { reservations } = store;
  const { email, username, password } = registration;
  const emailKey = emailReservation(email);
  const usernameKey = usernameReservation(username);

  // Checked before the expensive hash; the reservation after it decides.
  const free = async (key: string) => [undefined, userId].includes(await reservations.ownerOf(key));
  await releaseFormer(store, clock, emailKey);
  if (!(await free(emailKey))) throw new DomainError('EMAIL_TAKEN');
  if (!(await free(usernameKey))) throw new DomainError('USERNAME_TAKEN');
  const passwordHash = await passwords.hash(password, turn);

  const at = clock();
  const expiresAt = new Date(at.getTime() + RESERVED_FOR);
  if (!(await reservations.reserve(emailKey, userId, expiresAt))) throw new DomainError('EMAIL_TAKEN');
  if (!(await reservations.reserve(usernameKey, userId, expiresAt))) {
    await reservations.release(emailKey, userId);
    throw new DomainError('USERNAME_TAKEN');
  }

  const spokenIn = registration.language === undefined ? {} : { language: registration.language };
  const vouched = VOUCHING.includes(meta.actor) && { vouched: true as const };
  const data = { userId, email, username, passwordHash, ...spokenIn, ...vouched, at: at.toISOString() };
  const context = { commandId: `sign-up:${userId}`, meta, at };
  // If this fails, the account may or may not have been written. The reservations stay: the follow-up confirms them if
  // the account exists, and frees them otherwise.
  await handleCommand(store, user, userCodec, userStream(userId), { type: 'SignUp', data }, context, newId);
  await confirm(parts, userId, emailKey, 'EMAIL_TAKEN', meta);
  await confirm(parts, userId, usernameKey, 'USERNAME_TAKEN', meta);
}

async function confirm(
  { store, clock, log }: IdentityParts,
  userId: string,
  key: string,
  lost: 'EMAIL_TAKEN' | 'USERNAME_TAKEN',
  meta: CommitMeta,
): Promise<void> {
  try {
    await store.reservations.confirm(key, userId);
  } catch (error) {
    if ((await store.reservations.ownerOf(key)) === userId) throw error;
    // The process stalled until the reservation lapsed. The account that holds the key now was promised it first.
    log.warn({ userId, code: lost }, 'sign-up lost its reservation and is taken back');
    await store.eraseStream(userStream(userId), meta, clock().toISOString());
    throw new DomainError(lost);
  }
}

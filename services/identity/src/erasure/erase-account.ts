import { setTimeout as delay } from 'node:timers/promises';
import type { Viewer } from '@volant/infra/auth/viewer';
import { DomainError, isRefusal } from '@volant/infra/errors/domain-error';
import type { CommitMeta } from '@volant/infra/event-store/event-store';
import { loadStream } from '@volant/infra/event-store/load-stream';
import { slicesOf } from '@volant/infra/event-store/stream-slices';
import type { RequestOrigin as Caller } from '@volant/infra/graphql/request-origin';
import { addressesIn, keysIn } from '../user/commands/account-reservations.ts';
import { checkPassword } from '../user/commands/check-password.ts';
import { loadUser } from '../user/commands/load-user.ts';
import type { IdentityParts } from '../user/commands/parts.ts';
import { deletePictures, uploadedPaths } from '../user/commands/pictures.ts';
import { sendToUser } from '../user/commands/send-to-user.ts';
import { userStream } from '../user/domain/user.ts';
import { isLastSuperadmin, roles } from '../user/roles/decide.ts';
import { rolesCodec } from '../user/roles/events.ts';
import { ROLES_STREAM, roleOf } from '../user/roles/roles.ts';
import { sendToRoles } from '../user/roles/send-to-roles.ts';
import { sessionStream } from '../user/session/session.ts';
import { revokeTokensOf } from '../user/tokens/send-to-tokens.ts';

const ANSWERED_AFTER_MS = 3_000;
const SYSTEM: CommitMeta = { actor: 'system', correlationId: 'erasure' };

/**
 * Erases the caller's own account after checking the password.
 * @throws DomainError WRONG_PASSWORD, LAST_SUPERADMIN
 */
export async function deleteMyAccount(
  parts: IdentityParts,
  password: string,
  { userId }: Viewer,
  { address, correlationId }: Caller,
): Promise<void> {
  await checkPassword(parts, userId, password, address);
  await closeAccount(parts, userId, { actor: userId, correlationId });
}

/**
 * A SUPERADMIN erases another account.
 * @throws DomainError FORBIDDEN, OWN_ACCOUNT, USER_NOT_FOUND
 */
export async function deleteUser(
  parts: IdentityParts,
  userId: string,
  viewer: Viewer,
  { correlationId }: Caller,
): Promise<void> {
  const { state } = await loadStream(parts.store, roles, rolesCodec, ROLES_STREAM);
  if (roleOf(state, viewer.userId) !== 'SUPERADMIN') throw new DomainError('FORBIDDEN');
  if (userId === viewer.userId) throw new DomainError('OWN_ACCOUNT');
  await closeAccount(parts, userId, { actor: viewer.userId, correlationId });
}

/** Erases an account for the operator, even the last SUPERADMIN's; resolves when all its data is erased. */
export async function eraseByOperator(parts: IdentityParts, userId: string): Promise<void> {
  const meta: CommitMeta = { actor: 'operator', correlationId: parts.newId() };
  // Must come first: the follower would reopen the account of a last SUPERADMIN.
  await sendToRoles(parts, { type: 'DismissPerson', data: { userId } }, meta);
  await sendToUser(parts, userId, { type: 'BeginErasure', data: { at: parts.clock().toISOString() } }, meta);
  await finishErasure(parts, userId);
}

/** The first append closes the account; the rest is done here, or by the follower if that fails. */
async function closeAccount(parts: IdentityParts, userId: string, meta: CommitMeta): Promise<void> {
  const { store, clock, log } = parts;
  const { state } = await loadStream(store, roles, rolesCodec, ROLES_STREAM);
  if (isLastSuperadmin(state, userId)) throw new DomainError('LAST_SUPERADMIN');
  const command = { type: 'BeginErasure' as const, data: { at: clock().toISOString() } };
  await sendToUser(parts, userId, command, meta);
  const finished = finishErasure(parts, userId).catch((error: unknown) => {
    if (isRefusal(error, 'LAST_SUPERADMIN')) throw error;
    log.warn({ err: error, userId }, 'an account is closed and will be erased in the background');
  });
  // The sessions and pictures of years may take longer than a caller waits for a response.
  await Promise.race([finished, delay(ANSWERED_AFTER_MS, undefined, { ref: false })]);
}

/**
 * Erases the rest of a closed account, its stream last: while the stream exists, every step can be repeated. Does
 * nothing for other accounts.
 * @throws DomainError LAST_SUPERADMIN, after reopening the account
 */
export async function finishErasure(parts: IdentityParts, userId: string): Promise<void> {
  const { store, objects, mail, clock } = parts;
  if ((await loadUser(store, userId)).state.status !== 'erasing') return;
  try {
    await sendToRoles(parts, { type: 'RemovePerson', data: { userId } }, SYSTEM);
  } catch (error) {
    if (!isRefusal(error, 'LAST_SUPERADMIN')) throw error;
    const command = { type: 'CancelErasure' as const, data: { at: clock().toISOString() } };
    await sendToUser(parts, userId, command, SYSTEM);
    throw error;
  }
  await parts.refreshSessionsOf(userId);
  await revokeTokensOf(parts, userId);
  const addresses = new Set<string>();
  const keys = new Set<string>();
  for await (const commits of slicesOf(store, userStream(userId))) {
    await deletePictures(objects, uploadedPaths(commits));
    for (const address of addressesIn(commits)) addresses.add(address);
    for (const key of keysIn(commits)) keys.add(key);
  }
  await mail.forget([...addresses]);
  await eraseSessions(parts, userId);
  for (const key of keys) await store.reservations.release(key, userId);
  await store.eraseStream(userStream(userId), SYSTEM, clock().toISOString());
}

async function eraseSessions(parts: IdentityParts, userId: string): Promise<void> {
  const at = parts.clock().toISOString();
  for (const id of await parts.sessionsOf(userId)) await parts.store.eraseStream(sessionStream(id), SYSTEM, at);
}

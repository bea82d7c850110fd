import { isAdmin, type Role, type Viewer } from '@volant/infra/auth/viewer';
import { DomainError } from '@volant/infra/errors/domain-error';
import type { CommitMeta } from '@volant/infra/event-store/event-store';
import type { IdentityParts } from '../user/commands/parts.ts';
import { type Account, readAccount } from '../user/commands/read-account.ts';
import type { RolesCommand } from '../user/roles/decide.ts';
import { sendToRoles } from '../user/roles/send-to-roles.ts';
import { revokeTokensOf } from '../user/tokens/send-to-tokens.ts';

/** Changes a person's role, in force from the next request of each of their sessions. */
export async function changeUserRole(
  parts: IdentityParts,
  { userId, role }: { readonly userId: string; readonly role: Role },
  viewer: Viewer,
  correlationId: string,
): Promise<Account> {
  const command = { type: 'ChangeUserRole' as const, data: { userId, role, by: viewer.userId } };
  const admit = () => parts.limits.takeRoleChange(userId);
  return commandRoles(parts, userId, command, { actor: viewer.userId, correlationId }, admit);
}

/** Handles a role command and applies it to live sessions. */
export async function commandRoles(
  parts: IdentityParts,
  userId: string,
  command: RolesCommand,
  meta: CommitMeta,
  admit?: () => Promise<void>,
): Promise<Account> {
  const { store } = parts;
  if ((await readAccount(store, userId)) === undefined) throw new DomainError('USER_NOT_FOUND');
  await sendToRoles(parts, command, meta, admit);
  // Also if nothing was written: the caller may be retrying a request that was interrupted here.
  if (!isAdmin(await readAccount(store, userId))) await revokeTokensOf(parts, userId);
  await parts.refreshSessionsOf(userId);
  const account = await readAccount(store, userId);
  if (account === undefined) {
    // The account was erased concurrently: remove its role.
    await sendToRoles(parts, { type: 'RemovePerson', data: { userId } }, meta);
    throw new DomainError('USER_NOT_FOUND');
  }
  return account;
}

import { isAdmin } from '@volant/infra/auth/viewer';
import { DomainError } from '@volant/infra/errors/domain-error';
import type { CommitMeta } from '@volant/infra/event-store/event-store';
import type { IdentityParts } from '../commands/parts.ts';
import { type Account, readAccount } from '../commands/read-account.ts';
import { revokeTokensOf } from '../tokens/send-to-tokens.ts';
import type { RolesCommand } from './decide.ts';
import { sendToRoles } from './send-to-roles.ts';

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

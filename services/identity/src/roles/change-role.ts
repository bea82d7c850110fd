import type { Role, Viewer } from '@volant/infra/auth/viewer';
import type { IdentityParts } from '../user/commands/parts.ts';
import type { Account } from '../user/commands/read-account.ts';
import { commandRoles } from '../user/roles/command-roles.ts';

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

import type { Role } from '@volant/infra/auth/viewer';
import type { IdentityParts } from '../user/commands/parts.ts';
import type { Account } from '../user/commands/read-account.ts';
import { ISSUER_ACTOR } from '../user/commands/register.ts';
import { isBreakGlass } from '../user/commands/role-in-force.ts';
import { commandRoles } from '../user/roles/command-roles.ts';

/** Gives an account the role that the issuer names, in force from the next request of each of its sessions. */
export async function followRole(
  parts: IdentityParts,
  account: Account,
  role: Role,
  correlationId: string,
): Promise<Account> {
  if (account.role === role || isBreakGlass(account, parts.staffRules)) return account;
  const { userId } = account;
  const command = { type: 'ObeyIssuer' as const, data: { userId, role } };
  return commandRoles(parts, userId, command, { actor: ISSUER_ACTOR, correlationId });
}

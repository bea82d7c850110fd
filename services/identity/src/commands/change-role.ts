import type { Role, Viewer } from '@volant/infra/auth/viewer';
import { DomainError } from '@volant/infra/errors/domain-error';
import { handleCommand } from '@volant/infra/event-store/command-handler';
import { type CommitMeta, VersionConflict } from '@volant/infra/event-store/event-store';
import { type RolesCommand, roles } from '../roles/decide.ts';
import { rolesCodec } from '../roles/events.ts';
import { ROLES_STREAM } from '../roles/roles.ts';
import { type Account, readAccount } from './read-account.ts';
import type { CommandParts } from './send-to-user.ts';

export interface ChangeRoleParts extends CommandParts {
  /** Brings every live session of the person, wherever it is remembered, up to the role held now. */
  readonly refreshSessionsOf: (userId: string) => Promise<void>;
}

export interface RoleChange {
  readonly userId: string;
  readonly role: Role;
}

/** Gives a person another role, in force from the next call of any of their sessions. */
export async function changeUserRole(
  parts: ChangeRoleParts,
  { userId, role }: RoleChange,
  viewer: Viewer,
  correlationId: string,
): Promise<Account> {
  const command = { type: 'ChangeUserRole' as const, data: { userId, role, by: viewer.userId } };
  return commandRoles(parts, userId, command, { actor: viewer.userId, correlationId });
}

/** Handles a command about a person's role and lets it take effect. */
export async function commandRoles(
  parts: ChangeRoleParts,
  userId: string,
  command: RolesCommand,
  meta: CommitMeta,
): Promise<Account> {
  const { store } = parts;
  if ((await readAccount(store, userId)) === undefined) throw new DomainError('USER_NOT_FOUND');
  await sendToRoles(parts, command, meta);
  // Also where nothing had to be written: the caller may be trying again after a call that was cut off here.
  await parts.refreshSessionsOf(userId);
  const account = await readAccount(store, userId);
  if (account === undefined) {
    // Erased at the same moment; nobody is left to hold the role.
    await sendToRoles(parts, { type: 'RemovePerson', data: { userId } }, meta);
    throw new DomainError('USER_NOT_FOUND');
  }
  return account;
}

export async function sendToRoles(
  { store, clock, newId }: CommandParts,
  command: RolesCommand,
  meta: CommitMeta,
): Promise<void> {
  try {
    const context = { commandId: newId(), meta, at: clock() };
    await handleCommand(store, roles, rolesCodec, ROLES_STREAM, command, context, newId);
  } catch (error) {
    throw error instanceof VersionConflict ? new DomainError('CONFLICT') : error;
  }
}

import type { Role } from '@volant/infra/auth/viewer';
import { DomainError } from '@volant/infra/errors/domain-error';
import type { Decider } from '@volant/infra/event-store/command-handler';
import { evolve, initialState, type RolesEvent, type RolesState, roleOf } from './roles.ts';

export interface ChangeUserRole {
  readonly type: 'ChangeUserRole';
  readonly data: { readonly userId: string; readonly role: Role; readonly by: string };
}

/** The operator's command, the only way to a first SUPERADMIN. */
export interface AppointSuperadmin {
  readonly type: 'AppointSuperadmin';
  readonly data: { readonly userId: string };
}

export type RolesCommand = ChangeUserRole | AppointSuperadmin;

export function decide(command: RolesCommand, state: RolesState): readonly RolesEvent[] {
  switch (command.type) {
    case 'ChangeUserRole':
      return changeUserRole(command.data, state);
    case 'AppointSuperadmin':
      return change(state, command.data.userId, 'SUPERADMIN');
  }
}

function changeUserRole({ userId, role, by }: ChangeUserRole['data'], state: RolesState): readonly RolesEvent[] {
  const actorRole = roleOf(state, by);
  const presentRole = roleOf(state, userId);
  if (actorRole !== 'ADMIN' && actorRole !== 'SUPERADMIN') throw new DomainError('FORBIDDEN');
  if ((presentRole === 'SUPERADMIN' || role === 'SUPERADMIN') && actorRole !== 'SUPERADMIN') {
    throw new DomainError('SUPERADMIN_PROTECTED');
  }
  if (presentRole === role) return [];
  // Before the rule on one's own role: a SUPERADMIN who is the last one learns what to do about it.
  if (presentRole === 'SUPERADMIN' && countSuperadmins(state) === 1) throw new DomainError('LAST_SUPERADMIN');
  if (userId === by) throw new DomainError('OWN_ROLE');
  return change(state, userId, role);
}

function change(state: RolesState, userId: string, to: Role): readonly RolesEvent[] {
  const from = roleOf(state, userId);
  return from === to ? [] : [{ type: 'UserRoleChanged', data: { userId, from, to } }];
}

function countSuperadmins(state: RolesState): number {
  return [...state.held.values()].filter((role) => role === 'SUPERADMIN').length;
}

export const roles: Decider<RolesState, RolesCommand, RolesEvent> = { initialState, decide, evolve };

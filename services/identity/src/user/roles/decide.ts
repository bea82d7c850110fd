import type { Role } from '@volant/infra/auth/viewer';
import { DomainError } from '@volant/infra/errors/domain-error';
import type { CommandOf, Decider } from '@volant/infra/event-store/command-handler';
import type { RolesEvent } from './events.ts';
import { evolve, hasSuperadmin, initialState, type RolesState, roleOf } from './roles.ts';

interface Commands {
  readonly ChangeUserRole: { readonly userId: string; readonly role: Role; readonly by: string };
  /** Operator's command: with the link below, the only way to a first SUPERADMIN. */
  readonly AppointSuperadmin: { readonly userId: string };
  /** By the link that a product without a SUPERADMIN prints. */
  readonly AppointFirstSuperadmin: { readonly userId: string };
  /** The issuer decides, even on the last SUPERADMIN: a person who has left must lose the role. */
  readonly ObeyIssuer: { readonly userId: string; readonly role: Role };
  /** The account is being erased, so its person loses their role. */
  readonly RemovePerson: { readonly userId: string };
  /** Operator's command: it may remove the last SUPERADMIN, because the operator can appoint another. */
  readonly DismissPerson: { readonly userId: string };
}

export type RolesCommand = CommandOf<Commands>;

export function decide(command: RolesCommand, state: RolesState): readonly RolesEvent[] {
  switch (command.type) {
    case 'ChangeUserRole':
      return changeUserRole(command.data, state);
    case 'AppointSuperadmin':
      return change(state, command.data.userId, 'SUPERADMIN');
    case 'AppointFirstSuperadmin': {
      const { userId } = command.data;
      if (hasSuperadmin(state) && roleOf(state, userId) !== 'SUPERADMIN') throw new DomainError('FIRST_LINK_INVALID');
      return change(state, userId, 'SUPERADMIN');
    }
    case 'ObeyIssuer':
      return change(state, command.data.userId, command.data.role);
    case 'DismissPerson':
      return change(state, command.data.userId, 'DRIVER');
    case 'RemovePerson': {
      const { userId } = command.data;
      if (isLastSuperadmin(state, userId)) throw new DomainError('LAST_SUPERADMIN');
      return change(state, userId, 'DRIVER');
    }
  }
}

function changeUserRole({ userId, role, by }: Commands['ChangeUserRole'], state: RolesState): readonly RolesEvent[] {
  const actorRole = roleOf(state, by);
  const presentRole = roleOf(state, userId);
  if (actorRole !== 'ADMIN' && actorRole !== 'SUPERADMIN') throw new DomainError('FORBIDDEN');
  if ((presentRole === 'SUPERADMIN' || role === 'SUPERADMIN') && actorRole !== 'SUPERADMIN') {
    throw new DomainError('SUPERADMIN_PROTECTED');
  }
  if (presentRole === role) return [];
  // Checked before the rule on one's own role, so that the last SUPERADMIN learns what to do.
  if (isLastSuperadmin(state, userId)) throw new DomainError('LAST_SUPERADMIN');
  if (userId === by) throw new DomainError('OWN_ROLE');
  return change(state, userId, role);
}

function change(state: RolesState, userId: string, to: Role): readonly RolesEvent[] {
  const from = roleOf(state, userId);
  return from === to ? [] : [{ type: 'UserRoleChanged', data: { userId, from, to } }];
}

export function isLastSuperadmin(state: RolesState, userId: string): boolean {
  const superadmins = state.held.filter(([, role]) => role === 'SUPERADMIN');
  return superadmins.length === 1 && superadmins[0]?.[0] === userId;
}

export const roles: Decider<RolesState, RolesCommand, RolesEvent> = {
  initialState,
  decide,
  evolve,
  snapshot: { name: 'roles', shape: 'D09Z-PF17lMT' },
};

import type { User } from '../../../api/shapes.ts';
import type { TextKey } from '../../../i18n/text-key.ts';

export type Role = User['role'];

export const ROLES: readonly Role[] = ['DRIVER', 'SUPPORT', 'ADMIN', 'SUPERADMIN'];

export const ROLE_WORDS: Readonly<Record<Role, TextKey>> = {
  DRIVER: 'adminUsers.role.DRIVER',
  SUPPORT: 'adminUsers.role.SUPPORT',
  ADMIN: 'adminUsers.role.ADMIN',
  SUPERADMIN: 'adminUsers.role.SUPERADMIN',
};

/** The roles that somebody may give; SUPERADMIN is a SUPERADMIN's to give. */
export function rolesToGive(giver: Role): readonly Role[] {
  return giver === 'SUPERADMIN' ? ROLES : ROLES.filter((role) => role !== 'SUPERADMIN');
}

const POWER: Readonly<Record<Role, number>> = { DRIVER: 0, SUPPORT: 1, ADMIN: 2, SUPERADMIN: 3 };

/** Whether a change hands over the administration, or more of it: what is asked about before it is done. */
export function wantsConfirmation(from: Role, to: Role): boolean {
  return POWER[to] >= POWER.ADMIN && POWER[to] > POWER[from];
}

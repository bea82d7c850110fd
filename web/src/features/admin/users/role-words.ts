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

/** Roles that `giver` may grant; only a SUPERADMIN may grant SUPERADMIN. */
export function rolesToGive(giver: Role): readonly Role[] {
  return giver === 'SUPERADMIN' ? ROLES : ROLES.filter((role) => role !== 'SUPERADMIN');
}

const POWER: Readonly<Record<Role, number>> = { DRIVER: 0, SUPPORT: 1, ADMIN: 2, SUPERADMIN: 3 };

/** Whether a change grants administration rights or raises them, which needs confirmation. */
export function wantsConfirmation(from: Role, to: Role): boolean {
  return POWER[to] >= POWER.ADMIN && POWER[to] > POWER[from];
}

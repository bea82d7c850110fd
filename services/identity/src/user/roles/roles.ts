import type { Role } from '@volant/infra/auth/viewer';
import type { RolesEvent } from './events.ts';

/** Roles other than DRIVER, by user id. */
export interface RolesState {
  readonly held: readonly (readonly [string, Role])[];
}

export const initialState: RolesState = { held: [] };

export function evolve(state: RolesState, { data: { userId, to } }: RolesEvent): RolesState {
  const others = state.held.filter(([id]) => id !== userId);
  return { held: to === 'DRIVER' ? others : [...others, [userId, to]] };
}

export function roleOf(state: RolesState, userId: string): Role {
  return state.held.find(([id]) => id === userId)?.[1] ?? 'DRIVER';
}

export const ROLES_STREAM = 'roles';

export function hasSuperadmin({ held }: RolesState): boolean {
  return held.some(([, role]) => role === 'SUPERADMIN');
}

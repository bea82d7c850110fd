import type { Role } from '@volant/infra/auth/viewer';
import type { RolesEvent } from './events.ts';

/** Roles of the people who hold another one than DRIVER. */
export interface RolesState {
  readonly held: ReadonlyMap<string, Role>;
}

export const initialState: RolesState = { held: new Map() };

export function evolve(state: RolesState, { data: { userId, to } }: RolesEvent): RolesState {
  const held = new Map(state.held);
  if (to === 'DRIVER') held.delete(userId);
  else held.set(userId, to);
  return { held };
}

export function roleOf(state: RolesState, userId: string): Role {
  return state.held.get(userId) ?? 'DRIVER';
}

export const ROLES_STREAM = 'roles';

export function hasSuperadmin({ held }: RolesState): boolean {
  return [...held.values()].includes('SUPERADMIN');
}

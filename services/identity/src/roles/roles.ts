import type { Role } from '@volant/infra/auth/viewer';

/**
 * Who holds which role is one stream of its own: "the last SUPERADMIN cannot be lowered" speaks of several people,
 * and only within one stream can two changes at the same moment not break it. Changes are rare and the stream is
 * short. It names people by id alone; nothing in it is personal.
 */
export interface UserRoleChanged {
  readonly type: 'UserRoleChanged';
  readonly data: { readonly userId: string; readonly from: Role; readonly to: Role };
}

export type RolesEvent = UserRoleChanged;

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

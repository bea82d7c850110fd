import type { Scope } from './scopes.ts';

export type Role = 'DRIVER' | 'SUPPORT' | 'ADMIN' | 'SUPERADMIN';

/** The caller, with the current role (not the one at sign-in). */
export interface Viewer {
  readonly userId: string;
  readonly role: Role;
  readonly sessionId: string;
  /** Of the API token that the call comes with; undefined for a person. */
  readonly scopes?: readonly Scope[];
}

export function isAdmin(viewer: Pick<Viewer, 'role'> | undefined): boolean {
  return viewer?.role === 'ADMIN' || viewer?.role === 'SUPERADMIN';
}

export function isSupport(viewer: Pick<Viewer, 'role'> | undefined): boolean {
  return viewer?.role === 'SUPPORT' || isAdmin(viewer);
}

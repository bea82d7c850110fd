import type { User } from '../api/shapes.ts';

/** Every signed-in user. */
export function isUser(): boolean {
  return true;
}

/** May see and answer messages: SUPPORT, ADMIN and SUPERADMIN. */
export function isSupport(role: User['role']): boolean {
  return role !== 'DRIVER';
}

/** May administer pages and people: ADMIN and SUPERADMIN. */
export function isAdmin(role: User['role']): boolean {
  return role === 'ADMIN' || role === 'SUPERADMIN';
}

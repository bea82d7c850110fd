import type { Role } from '@volant/infra/auth/viewer';
import { loadStream } from '@volant/infra/event-store/command-handler';
import type { EventStore } from '@volant/infra/event-store/event-store';
import { rolesCodec } from '../roles/codec.ts';
import { roles } from '../roles/decide.ts';
import { ROLES_STREAM, roleOf } from '../roles/roles.ts';
import { userCodec } from '../user/codec.ts';
import { user } from '../user/decide.ts';
import { type ActiveUser, userStream } from '../user/user.ts';

/** A person as the streams have them at this moment, not as a view that may lag behind has them. */
export interface Account extends ActiveUser {
  readonly role: Role;
  /** Version of the user's stream. */
  readonly version: number;
}

/** Undefined for an account that never was or was erased. */
export async function readAccount(store: EventStore, userId: string): Promise<Account | undefined> {
  const [{ state, version }, held] = await Promise.all([
    loadStream(store, user, userCodec, userStream(userId)),
    loadStream(store, roles, rolesCodec, ROLES_STREAM),
  ]);
  return state.status === 'active' ? { ...state, version, role: roleOf(held.state, userId) } : undefined;
}

import type { Viewer } from '@volant/infra/auth/viewer';
import { DomainError } from '@volant/infra/errors/domain-error';
import type DataLoader from 'dataloader';
import type { Caller } from '../accounts/caller.ts';
import type { RoleChange } from '../accounts/change-role.ts';
import type { Credentials } from '../accounts/log-in.ts';
import type { Account } from '../accounts/read-account.ts';
import type { Registration } from '../accounts/register.ts';
import type { Authentication } from '../accounts/sign-up.ts';
import type { UserDocument } from '../views/users/users.ts';

/** What the service does, with its ports already in hand. */
export interface IdentityActions {
  signUp(input: Registration, caller: Caller): Promise<Authentication>;
  logIn(credentials: Credentials, caller: Caller): Promise<Authentication>;
  logOut(viewer: Viewer, correlationId: string): Promise<void>;
  changeUserRole(change: RoleChange, viewer: Viewer, correlationId: string): Promise<Account>;
  account(userId: string): Promise<Account | undefined>;
}

export interface IdentityContext {
  readonly viewer: Viewer | undefined;
  readonly caller: Caller;
  readonly actions: IdentityActions;
  /** People from the view, one read for all that an operation asks for. */
  readonly users: DataLoader<string, UserDocument | undefined>;
}

/** @throws DomainError UNAUTHENTICATED */
export function signedIn({ viewer }: IdentityContext): Viewer {
  if (viewer === undefined) throw new DomainError('UNAUTHENTICATED');
  return viewer;
}

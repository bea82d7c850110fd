import type { Viewer } from '@volant/infra/auth/viewer';
import type DataLoader from 'dataloader';
import type { IdentityActions } from '../accounts/actions.ts';
import type { Caller } from '../accounts/caller.ts';
import type { UserDocument } from '../views/users/users.ts';

export interface IdentityContext {
  readonly viewer: Viewer | undefined;
  readonly caller: Caller;
  readonly actions: IdentityActions;
  /** People from the view, one read for all that an operation asks for. */
  readonly users: DataLoader<string, UserDocument | undefined>;
}

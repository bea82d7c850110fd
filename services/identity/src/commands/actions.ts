import type { Viewer } from '@volant/infra/auth/viewer';
import { DomainError } from '@volant/infra/errors/domain-error';
import type { RequestOrigin as Caller } from '@volant/infra/graphql/request-origin';
import type { ListPart, Paging } from '@volant/infra/views/newest-first';
import type { View } from '@volant/infra/views/view-store';
import { listUsers, tallyUsers, type UserFilter, type UserTally } from '../views/users/user-queries.ts';
import type { UserDocument } from '../views/users/users.ts';
import { type CancelEmailChangeParts, cancelEmailChange } from './cancel-email-change.ts';
import { type ChangePasswordParts, changePassword, type PasswordChange } from './change-password.ts';
import { type ChangeProfileParts, changeProfile, type ProfileInput } from './change-profile.ts';
import { type ChangeRoleParts, changeUserRole, type RoleChange } from './change-role.ts';
import { type ConfirmEmailChangeParts, confirmEmailChange } from './confirm-email-change.ts';
import { deleteMyAccount, deleteUser, type EraseParts } from './erase-account.ts';
import { type Credentials, type LoggedIn, type LogInParts, logIn } from './log-in.ts';
import { type LogOutParts, logOut } from './log-out.ts';
import { type Account, readAccount } from './read-account.ts';
import type { Registration } from './register.ts';
import { type RequestResetParts, requestReset } from './request-reset.ts';
import { type PasswordReset, type ResetPasswordParts, resetPassword } from './reset-password.ts';
import { type Authentication, type SignUpParts, signUp } from './sign-up.ts';
import { type UndoEmailChangeParts, undoEmailChange } from './undo-email-change.ts';
import { type UploadAvatarParts, uploadAvatar } from './upload-avatar.ts';

/** Actions of the service, with their ports bound. */
export interface IdentityActions {
  signUp(input: Registration, caller: Caller): Promise<Authentication>;
  logIn(credentials: Credentials, caller: Caller): Promise<LoggedIn>;
  logOut(viewer: Viewer, correlationId: string): Promise<void>;
  /** The token if the developer setting returns it in the response; it is mailed in any case. */
  requestReset(email: string, caller: Caller): Promise<string | undefined>;
  resetPassword(reset: PasswordReset, caller: Caller): Promise<void>;
  changePassword(change: PasswordChange, viewer: Viewer, caller: Caller): Promise<void>;
  changeProfile(input: ProfileInput, viewer: Viewer, caller: Caller): Promise<Account>;
  confirmEmailChange(token: string, caller: Caller): Promise<void>;
  cancelEmailChange(token: string | undefined, viewer: Viewer | undefined, caller: Caller): Promise<void>;
  undoEmailChange(token: string, caller: Caller): Promise<void>;
  uploadAvatar(body: AsyncIterable<Uint8Array>, viewer: Viewer, caller: Caller): Promise<string>;
  deleteMyAccount(password: string, viewer: Viewer, caller: Caller): Promise<void>;
  deleteUser(userId: string, viewer: Viewer, caller: Caller): Promise<void>;
  changeUserRole(change: RoleChange, viewer: Viewer, correlationId: string): Promise<Account>;
  account(userId: string): Promise<Account | undefined>;
  listUsers(filter: UserFilter, paging: Paging): Promise<ListPart<UserDocument>>;
  tallyUsers(filter: UserFilter): Promise<readonly UserTally[]>;
}

export type ActionParts = SignUpParts &
  LogInParts &
  LogOutParts &
  RequestResetParts &
  ResetPasswordParts &
  ChangePasswordParts &
  ChangeProfileParts &
  ConfirmEmailChangeParts &
  CancelEmailChangeParts &
  UndoEmailChangeParts &
  UploadAvatarParts &
  EraseParts &
  ChangeRoleParts & {
    readonly users: View<UserDocument>;
    readonly answersResetToken: boolean;
    readonly countRefusedSignIn: (code: string) => void;
    /** Waits until the view contains the write, because the next read may be another operation. */
    readonly settled: <T>(written: Promise<T>) => Promise<T>;
  };

export function createActions(parts: ActionParts): IdentityActions {
  const { store, users, answersResetToken, settled } = parts;
  return {
    signUp: (input, caller) => settled(signUp(parts, input, caller)),
    async logIn(credentials, caller) {
      try {
        return await logIn(parts, credentials, caller);
      } catch (error) {
        parts.countRefusedSignIn(error instanceof DomainError ? error.code : 'INTERNAL');
        throw error;
      }
    },
    logOut: (viewer, correlationId) => logOut(parts, viewer, correlationId),
    async requestReset(email, caller) {
      const token = await requestReset(parts, email, caller);
      return answersResetToken ? token : undefined;
    },
    resetPassword: (reset, caller) => resetPassword(parts, reset, caller),
    changePassword: (change, viewer, caller) => changePassword(parts, change, viewer, caller),
    changeProfile: (input, viewer, caller) => settled(changeProfile(parts, input, viewer, caller)),
    confirmEmailChange: (token, caller) => settled(confirmEmailChange(parts, token, caller)),
    cancelEmailChange: (token, viewer, caller) => cancelEmailChange(parts, token, viewer, caller),
    undoEmailChange: (token, caller) => settled(undoEmailChange(parts, token, caller)),
    uploadAvatar: (body, viewer, caller) => uploadAvatar(parts, body, viewer, caller),
    deleteMyAccount: (password, viewer, caller) => settled(deleteMyAccount(parts, password, viewer, caller)),
    deleteUser: (userId, viewer, caller) => settled(deleteUser(parts, userId, viewer, caller)),
    changeUserRole: (change, viewer, correlationId) => settled(changeUserRole(parts, change, viewer, correlationId)),
    account: (userId) => readAccount(store, userId),
    listUsers: (filter, paging) => listUsers(users, filter, paging),
    tallyUsers: (filter) => tallyUsers(users, filter),
  };
}

import { requireAdministrator, requireSuperadmin, requireViewer } from '@volant/infra/auth/guards';
import { DomainError } from '@volant/infra/errors/domain-error';
import { guarded } from '@volant/infra/graphql/guarded';
import type { PasswordChange } from '../commands/change-password.ts';
import type { ProfileInput } from '../commands/change-profile.ts';
import type { RoleChange } from '../commands/change-role.ts';
import type { Registration } from '../commands/register.ts';
import type { PasswordReset } from '../commands/reset-password.ts';
import type { Authentication } from '../commands/sign-up.ts';
import type { IdentityContext } from './context.ts';
import { nodeOfAccount } from './User.ts';

interface LogInInput {
  readonly email: string;
  readonly password: string;
  readonly remember?: boolean | null;
  readonly device?: string | null;
}

interface MailedLink {
  readonly token: string;
}

interface Input<T> {
  readonly input: T;
}

function authentication({ token, account }: Authentication, clock: () => Date) {
  return { token, user: { ...nodeOfAccount(account, clock), justSignedIn: true } };
}

export const Mutation = {
  signUp: async (_: unknown, { input }: Input<Registration>, { actions, caller, clock }: IdentityContext) =>
    authentication(await actions.signUp(input, caller), clock),

  logIn: async (_: unknown, { input }: Input<LogInInput>, { actions, caller, clock }: IdentityContext) => {
    const { email, password, remember, device } = input;
    const credentials = { email, password, remember: remember === true, device: device ?? undefined };
    const loggedIn = await actions.logIn(credentials, caller);
    return { ...authentication(loggedIn, clock), device: loggedIn.device };
  },

  logOut: async (_: unknown, __: object, { viewer, actions, caller }: IdentityContext) => {
    if (viewer !== undefined) await actions.logOut(viewer, caller.correlationId);
    return true;
  },

  requestPasswordReset: async (
    _: unknown,
    { input }: Input<{ readonly email: string }>,
    { actions, caller }: IdentityContext,
  ) => ({ accepted: true, resetToken: await actions.requestReset(input.email, caller) }),

  resetPassword: async (_: unknown, { input }: Input<PasswordReset>, { actions, caller }: IdentityContext) => {
    await actions.resetPassword(input, caller);
    return true;
  },

  changePassword: guarded(
    requireViewer,
    async ({ input }: Input<PasswordChange>, { actions, caller }: IdentityContext, viewer) => {
      await actions.changePassword(input, viewer, caller);
      return true;
    },
  ),

  updateProfile: guarded(
    requireViewer,
    async ({ input }: Input<ProfileInput>, { actions, caller, clock }: IdentityContext, viewer) =>
      nodeOfAccount(await actions.changeProfile(input, viewer, caller), clock),
  ),

  confirmEmailChange: async (_: unknown, { input }: Input<MailedLink>, { actions, caller }: IdentityContext) => {
    await actions.confirmEmailChange(input.token, caller);
    return true;
  },

  cancelEmailChange: async (
    _: unknown,
    { input }: Input<Partial<MailedLink>>,
    { viewer, actions, caller }: IdentityContext,
  ) => {
    await actions.cancelEmailChange(input.token ?? undefined, viewer, caller);
    return true;
  },

  undoEmailChange: async (_: unknown, { input }: Input<MailedLink>, { actions, caller }: IdentityContext) => {
    await actions.undoEmailChange(input.token, caller);
    return true;
  },

  uploadAvatar: guarded(
    requireViewer,
    async ({ image }: { readonly image: string }, { actions }: IdentityContext, { userId }) => {
      // The gateway has stored the file already; a path that a client writes here can only name the client's own
      // picture.
      const account = await actions.account(userId);
      if (account === undefined) throw new DomainError('UNAUTHENTICATED');
      if (image !== account.upload && image !== account.avatar) {
        throw new DomainError('VALIDATION_FAILED', { field: 'image' });
      }
      return { imageUrl: image };
    },
  ),

  deleteMyAccount: guarded(
    requireViewer,
    async ({ password }: { readonly password: string }, { actions, caller }: IdentityContext, viewer) => {
      await actions.deleteMyAccount(password, viewer, caller);
      return true;
    },
  ),

  // Guarded here too, so that other callers cannot probe for ids.
  deleteUser: guarded(
    requireSuperadmin,
    async ({ id }: { readonly id: string }, { actions, caller }: IdentityContext, viewer) => {
      await actions.deleteUser(id, viewer, caller);
      return true;
    },
  ),

  // Guarded here too, so that other callers cannot probe for ids.
  changeUserRole: guarded(
    requireAdministrator,
    async (change: RoleChange, { actions, caller, clock }: IdentityContext, viewer) =>
      nodeOfAccount(await actions.changeUserRole(change, viewer, caller.correlationId), clock),
  ),
};

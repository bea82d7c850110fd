import { requireAdministrator, requireSuperadmin, requireViewer } from '@volant/infra/auth/guards';
import { DomainError } from '@volant/infra/errors/domain-error';
import { guarded } from '@volant/infra/graphql/guarded';
import type { Authentication } from '../commands/sign-up.ts';
import type { MutationResolvers } from './schema.generated.ts';
import { nodeOfAccount } from './User.ts';

function authentication({ token, account }: Authentication, clock: () => Date) {
  return { token, user: { ...nodeOfAccount(account, clock), justSignedIn: true as const } };
}

export const Mutation = {
  signUp: async (_, { input }, { actions, caller, clock }) =>
    authentication(await actions.signUp(input, caller), clock),

  logIn: async (_, { input }, { actions, caller, clock }) => {
    const { email, password, remember, device } = input;
    const credentials = { email, password, remember: remember === true, device: device ?? undefined };
    const loggedIn = await actions.logIn(credentials, caller);
    return { ...authentication(loggedIn, clock), device: loggedIn.device };
  },

  logOut: async (_, __, { viewer, actions, caller }) => {
    if (viewer !== undefined) await actions.logOut(viewer, caller.correlationId);
    return true;
  },

  requestPasswordReset: async (_, { input }, { actions, caller }) => ({
    accepted: true,
    resetToken: await actions.requestReset(input.email, caller),
  }),

  resetPassword: async (_, { input }, { actions, caller }) => {
    await actions.resetPassword(input, caller);
    return true;
  },

  changePassword: guarded(requireViewer, async ({ input }, { actions, caller }, viewer) => {
    await actions.changePassword(input, viewer, caller);
    return true;
  }),

  updateProfile: guarded(requireViewer, async ({ input }, { actions, caller, clock }, viewer) =>
    nodeOfAccount(await actions.changeProfile(input, viewer, caller), clock),
  ),

  confirmEmailChange: async (_, { input }, { actions, caller }) => {
    await actions.confirmEmailChange(input.token, caller);
    return true;
  },

  cancelEmailChange: async (_, { input }, { viewer, actions, caller }) => {
    await actions.cancelEmailChange(input.token ?? undefined, viewer, caller);
    return true;
  },

  undoEmailChange: async (_, { input }, { actions, caller }) => {
    await actions.undoEmailChange(input.token, caller);
    return true;
  },

  uploadAvatar: guarded(requireViewer, async ({ image }, { actions }, { userId }) => {
    // The gateway has stored the file already; a path that a client writes here can only name the client's own
    // picture.
    const account = await actions.account(userId);
    if (account === undefined) throw new DomainError('UNAUTHENTICATED');
    if (image !== account.upload && image !== account.avatar) {
      throw new DomainError('VALIDATION_FAILED', { field: 'image' });
    }
    return { imageUrl: image };
  }),

  deleteMyAccount: guarded(requireViewer, async ({ password }, { actions, caller }, viewer) => {
    await actions.deleteMyAccount(password, viewer, caller);
    return true;
  }),

  // Guarded here too, so that other callers cannot probe for ids.
  deleteUser: guarded(requireSuperadmin, async ({ id }, { actions, caller }, viewer) => {
    await actions.deleteUser(id, viewer, caller);
    return true;
  }),

  // Guarded here too, so that other callers cannot probe for ids.
  changeUserRole: guarded(requireAdministrator, async (change, { actions, caller, clock }, viewer) =>
    nodeOfAccount(await actions.changeUserRole(change, viewer, caller.correlationId), clock),
  ),
} satisfies Required<MutationResolvers>;

import { requireAdministrator, requireSuperadmin, requireViewer } from '@volant/infra/auth/guards';
import { DomainError } from '@volant/infra/errors/domain-error';
import { guarded } from '@volant/infra/graphql/guarded';
import { answerChallenge } from '../commands/answer-challenge.ts';
import { addApiToken, revokeApiToken } from '../commands/api-token-commands.ts';
import { cancelEmailChange } from '../commands/cancel-email-change.ts';
import { changePassword } from '../commands/change-password.ts';
import { changeProfile } from '../commands/change-profile.ts';
import { changeUserRole } from '../commands/change-role.ts';
import { confirmEmailChange } from '../commands/confirm-email-change.ts';
import { deleteMyAccount, deleteUser } from '../commands/erase-account.ts';
import { logIn } from '../commands/log-in.ts';
import { logOut } from '../commands/log-out.ts';
import type { IdentityParts } from '../commands/parts.ts';
import { readAccount } from '../commands/read-account.ts';
import { requestReset } from '../commands/request-reset.ts';
import { resetPassword } from '../commands/reset-password.ts';
import { addPasskey, removePasskey, startPasskey } from '../commands/set-up-passkeys.ts';
import { confirmTotp, renewRecoveryCodes, startTotp, switchSecondFactorOff } from '../commands/set-up-second-factor.ts';
import { type Authentication, signUp } from '../commands/sign-up.ts';
import { undoEmailChange } from '../commands/undo-email-change.ts';
import { unsubscribe } from '../commands/unsubscribe.ts';
import { parseApiToken, shownToken } from './api-tokens.ts';
import type { MutationResolvers } from './schema.generated.ts';
import { nodeOfAccount, nodeOfSelf } from './User.ts';

function authentication({ token, account }: Authentication, parts: IdentityParts) {
  return { token, user: { ...nodeOfSelf(account, parts), justSignedIn: true as const } };
}

export const Mutation = {
  signUp: async (_, { input }, { parts, caller }) =>
    authentication(await parts.settled(signUp(parts, input, caller)), parts),

  logIn: async (_, { input }, { parts, caller }) => {
    const { email, password, remember, device } = input;
    const credentials = { email, password, remember: remember === true, device: device ?? undefined };
    const loggedIn = await logIn(parts, credentials, caller);
    return { ...authentication(loggedIn, parts), device: loggedIn.device };
  },

  answerSecondFactor: async (_, { input }, { parts, caller }) => {
    const loggedIn = await answerChallenge(parts, input, caller);
    return { ...authentication(loggedIn, parts), device: loggedIn.device };
  },

  startTotp: guarded(requireViewer, ({ password }, { parts, caller }, viewer) =>
    startTotp(parts, password, viewer, caller),
  ),

  confirmTotp: guarded(requireViewer, async ({ input }, { parts, caller }, viewer) => ({
    codes: await confirmTotp(parts, input, viewer, caller),
  })),

  startPasskey: guarded(requireViewer, async ({ password }, { parts, caller }, viewer) => ({
    options: await startPasskey(parts, password, viewer, caller),
  })),

  addPasskey: guarded(requireViewer, async ({ input }, { parts, caller }, viewer) => ({
    codes: await addPasskey(parts, input, viewer, caller),
  })),

  removePasskey: guarded(requireViewer, async ({ input }, { parts, caller }, viewer) => {
    await removePasskey(parts, input, viewer, caller);
    return true;
  }),

  renewRecoveryCodes: guarded(requireViewer, async ({ password }, { parts, caller }, viewer) => ({
    codes: await renewRecoveryCodes(parts, password, viewer, caller),
  })),

  switchSecondFactorOff: guarded(requireViewer, async ({ password }, { parts, caller }, viewer) => {
    await switchSecondFactorOff(parts, password, viewer, caller);
    return true;
  }),

  logOut: async (_, __, { viewer, parts, caller }) => {
    if (viewer !== undefined) await logOut(parts, viewer, caller.correlationId);
    return true;
  },

  requestPasswordReset: async (_, { input }, { parts, caller }) => {
    const token = await requestReset(parts, input.email, caller);
    return { accepted: true, resetToken: parts.answerResetToken ? token : undefined };
  },

  resetPassword: async (_, { input }, { parts, caller }) => {
    await resetPassword(parts, input, caller);
    return true;
  },

  changePassword: guarded(requireViewer, async ({ input }, { parts, caller }, viewer) => {
    await changePassword(parts, input, viewer, caller);
    return true;
  }),

  updateProfile: guarded(requireViewer, async ({ input }, { parts, caller }, viewer) =>
    nodeOfSelf(await parts.settled(changeProfile(parts, input, viewer, caller)), parts),
  ),

  confirmEmailChange: async (_, { input }, { parts, caller }) => {
    await parts.settled(confirmEmailChange(parts, input.token, caller));
    return true;
  },

  cancelEmailChange: async (_, { input }, { viewer, parts, caller }) => {
    await cancelEmailChange(parts, input.token ?? undefined, viewer, caller);
    return true;
  },

  undoEmailChange: async (_, { input }, { parts, caller }) => {
    await parts.settled(undoEmailChange(parts, input.token, caller));
    return true;
  },

  unsubscribe: async (_, { input }, { parts, caller }) => {
    await parts.settled(unsubscribe(parts, input.token, caller));
    return true;
  },

  uploadAvatar: guarded(requireViewer, async ({ image }, { parts }, { userId }) => {
    // The gateway has stored the file already; a path that a client writes here can only name the client's own
    // picture.
    const account = await readAccount(parts.store, userId);
    if (account === undefined) throw new DomainError('UNAUTHENTICATED');
    if (image !== account.upload && image !== account.avatar) {
      throw new DomainError('VALIDATION_FAILED', { field: 'image' });
    }
    return { imageUrl: image };
  }),

  deleteMyAccount: guarded(requireViewer, async ({ password }, { parts, caller }, viewer) => {
    await parts.settled(deleteMyAccount(parts, password, viewer, caller));
    return true;
  }),

  // Guarded here too, so that other callers cannot probe for ids.
  deleteUser: guarded(requireSuperadmin, async ({ id }, { parts, caller }, viewer) => {
    await parts.settled(deleteUser(parts, id, viewer, caller));
    return true;
  }),

  // Guarded here too, so that other callers cannot probe for ids.
  changeUserRole: guarded(requireAdministrator, async (change, { parts, caller }, viewer) =>
    nodeOfAccount(await parts.settled(changeUserRole(parts, change, viewer, caller.correlationId)), parts.clock),
  ),

  addApiToken: guarded(requireAdministrator, async ({ input }, { parts, caller }, viewer) => {
    const { token, secret } = await addApiToken(parts, parseApiToken(input), viewer, caller);
    return { token: shownToken(token), secret };
  }),

  revokeApiToken: guarded(requireAdministrator, async ({ id }, { parts, caller }, viewer) => {
    await revokeApiToken(parts, id, viewer, caller);
    return { id };
  }),
} satisfies Required<MutationResolvers>;

import { requireAdministrator, requireSuperadmin, requireViewer } from '@volant/infra/auth/guards';
import type { Viewer } from '@volant/infra/auth/viewer';
import { DomainError } from '@volant/infra/errors/domain-error';
import { guarded } from '@volant/infra/graphql/guarded';
import type { RequestOrigin as Caller } from '@volant/infra/graphql/request-origin';
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
import type { IdentityContext } from './context.ts';
import type { MutationResolvers } from './schema.generated.ts';
import { nodeOfAccount, nodeOfSelf } from './User.ts';

function authentication({ token, account }: Authentication, parts: IdentityParts) {
  return { token, user: { ...nodeOfSelf(account, parts), justSignedIn: true as const } };
}

async function done(work: Promise<void>): Promise<true> {
  await work;
  return true;
}

/** A mutation of a signed-in person's own account. */
function own<Arguments, Result>(
  change: (parts: IdentityParts, args: Arguments, viewer: Viewer, caller: Caller) => Result,
) {
  return guarded(requireViewer, (args: Arguments, { parts, caller }: IdentityContext, viewer) =>
    change(parts, args, viewer, caller),
  );
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

  startTotp: own((parts, { password }, ...who) => startTotp(parts, password, ...who)),
  confirmTotp: own(async (parts, { input }, ...who) => ({ codes: await confirmTotp(parts, input, ...who) })),
  startPasskey: own(async (parts, { password }, ...who) => ({ options: await startPasskey(parts, password, ...who) })),
  addPasskey: own(async (parts, { input }, ...who) => ({ codes: await addPasskey(parts, input, ...who) })),
  removePasskey: own((parts, { input }, ...who) => done(removePasskey(parts, input, ...who))),
  renewRecoveryCodes: own(async (parts, { password }, ...who) => ({
    codes: await renewRecoveryCodes(parts, password, ...who),
  })),
  switchSecondFactorOff: own((parts, { password }, ...who) => done(switchSecondFactorOff(parts, password, ...who))),
  changePassword: own((parts, { input }, ...who) => done(changePassword(parts, input, ...who))),
  updateProfile: own(async (parts, { input }, ...who) =>
    nodeOfSelf(await parts.settled(changeProfile(parts, input, ...who)), parts),
  ),
  deleteMyAccount: own((parts, { password }, ...who) => done(parts.settled(deleteMyAccount(parts, password, ...who)))),

  uploadAvatar: own(async (parts, { image }, { userId }) => {
    // The gateway has stored the file already; a path that a client writes here can only name the client's own
    // picture.
    const account = await readAccount(parts.store, userId);
    if (account === undefined) throw new DomainError('UNAUTHENTICATED');
    if (image !== account.upload && image !== account.avatar) {
      throw new DomainError('VALIDATION_FAILED', { field: 'image' });
    }
    return { imageUrl: image };
  }),

  logOut: async (_, __, { viewer, parts, caller }) => {
    if (viewer !== undefined) await logOut(parts, viewer, caller.correlationId);
    return true;
  },

  requestPasswordReset: async (_, { input }, { parts, caller }) => {
    const token = await requestReset(parts, input.email, caller);
    return { accepted: true, resetToken: parts.answerResetToken ? token : undefined };
  },

  resetPassword: (_, { input }, { parts, caller }) => done(resetPassword(parts, input, caller)),

  confirmEmailChange: (_, { input }, { parts, caller }) =>
    done(parts.settled(confirmEmailChange(parts, input.token, caller))),

  cancelEmailChange: (_, { input }, { viewer, parts, caller }) =>
    done(cancelEmailChange(parts, input.token ?? undefined, viewer, caller)),

  undoEmailChange: (_, { input }, { parts, caller }) =>
    done(parts.settled(undoEmailChange(parts, input.token, caller))),

  unsubscribe: (_, { input }, { parts, caller }) => done(parts.settled(unsubscribe(parts, input.token, caller))),

  // Guarded here too, so that other callers cannot probe for ids.
  deleteUser: guarded(requireSuperadmin, ({ id }, { parts, caller }, viewer) =>
    done(parts.settled(deleteUser(parts, id, viewer, caller))),
  ),

  // Guarded here too, so that other callers cannot probe for ids.
  changeUserRole: guarded(requireAdministrator, async (change, { parts, caller }, viewer) =>
    nodeOfAccount(await parts.settled(changeUserRole(parts, change, viewer, caller.correlationId)), parts.clock),
  ),

  addApiToken: guarded(requireAdministrator, async ({ input }, { parts, caller }, viewer) => {
    const { token, secret } = await addApiToken(
      parts,
      parseApiToken(input, viewer.role),
      input.password,
      viewer,
      caller,
    );
    return { token: shownToken(token), secret };
  }),

  revokeApiToken: guarded(requireAdministrator, async ({ id }, { parts, caller }, viewer) => {
    await revokeApiToken(parts, id, viewer, caller);
    return { id };
  }),
} satisfies Required<MutationResolvers>;

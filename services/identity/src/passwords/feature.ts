import { errorCatalogue } from '@volant/infra/errors/error-catalogue';
import type { MutationResolvers } from '../schema.generated.ts';
import type { IdentityFeature } from '../user/identity-feature.ts';
import { done, ownAccount } from '../user/own-account.ts';
import { changePassword } from './change-password.ts';
import errorTexts from './errors.json' with { type: 'json' };
import { requestReset } from './request-reset.ts';
import { resetPassword } from './reset-password.ts';

const Mutation = {
  changePassword: ownAccount((parts, { input }, ...who) => done(changePassword(parts, input, ...who))),

  requestPasswordReset: async (_, { input }, { parts, caller }) => {
    const token = await requestReset(parts, input.email, caller);
    return { accepted: true, resetToken: parts.answerResetToken ? token : undefined };
  },

  resetPassword: (_, { input }, { parts, caller }) => done(resetPassword(parts, input, caller)),
} satisfies MutationResolvers;

/** Passwords are changed and reset. */
export const passwords = {
  resolvers: { Mutation },
  errors: errorCatalogue(
    {
      EMAIL_NOT_FOUND: { status: 404, field: 'email' },
      RESET_TOKEN_INVALID: { status: 400 },
    },
    errorTexts,
  ),
} satisfies IdentityFeature;

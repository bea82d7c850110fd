import { errorCatalogue } from '@volant/infra/errors/error-catalogue';
import type { MutationResolvers } from '../schema.generated.ts';
import type { IdentityParts } from '../user/commands/parts.ts';
import type { IdentityFeature } from '../user/identity-feature.ts';
import { nodeOfSelf } from '../user/shown-user.ts';
import { answerChallenge } from './answer-challenge.ts';
import errorTexts from './errors.json' with { type: 'json' };
import { logIn } from './log-in.ts';
import { logOut } from './log-out.ts';
import { type Authentication, signUp } from './sign-up.ts';

function authentication({ token, account }: Authentication, parts: IdentityParts) {
  return { token, user: { ...nodeOfSelf(account, parts), justSignedIn: true as const } };
}

const Mutation = {
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

  logOut: async (_, __, { viewer, parts, caller }) => {
    if (viewer !== undefined) await logOut(parts, viewer, caller.correlationId);
    return true;
  },
} satisfies MutationResolvers;

/** Accounts are opened, and sessions are opened and ended. */
export const signIn = {
  resolvers: { Mutation },
  errors: errorCatalogue(
    {
      INVALID_CREDENTIALS: { status: 401 },
      SECOND_FACTOR_REQUIRED: { status: 401 },
      PASSKEY_COPIED: { status: 400 },
    },
    errorTexts,
  ),
} satisfies IdentityFeature;

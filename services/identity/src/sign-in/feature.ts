import { errorCatalogue } from '@volant/infra/errors/error-catalogue';
import type { MutationResolvers } from '../schema.generated.ts';
import { shownAuthentication } from '../user/commands/authentication.ts';
import { endSession } from '../user/commands/end-session.ts';
import type { IdentityFeature } from '../user/identity-feature.ts';
import { answerChallenge } from './answer-challenge.ts';
import errorTexts from './errors.json' with { type: 'json' };
import { logIn } from './log-in.ts';
import { signUp } from './sign-up.ts';

const Mutation = {
  signUp: async (_, { input }, { parts, caller }) =>
    shownAuthentication(await parts.settled(signUp(parts, input, caller)), parts),

  logIn: async (_, { input }, { parts, caller }) => {
    const { email, password, remember, device } = input;
    const credentials = { email, password, remember: remember === true, device: device ?? undefined };
    const loggedIn = await logIn(parts, credentials, caller);
    return { ...shownAuthentication(loggedIn, parts), device: loggedIn.device };
  },

  answerSecondFactor: async (_, { input }, { parts, caller }) => {
    const loggedIn = await answerChallenge(parts, input, caller);
    return { ...shownAuthentication(loggedIn, parts), device: loggedIn.device };
  },

  logOut: async (_, __, { viewer, parts, caller }) => {
    if (viewer !== undefined) {
      const meta = { actor: viewer.userId, correlationId: caller.correlationId };
      await endSession(parts, viewer.sessionId, 'LOGGED_OUT', meta);
    }
    return true;
  },
} satisfies MutationResolvers;

/** Accounts are opened, and sessions are opened and ended. */
export const signIn = {
  resolvers: { Mutation },
  errors: errorCatalogue(
    {
      INVALID_CREDENTIALS: { status: 401 },
      PASSKEY_COPIED: { status: 400 },
    },
    errorTexts,
  ),
} satisfies IdentityFeature;

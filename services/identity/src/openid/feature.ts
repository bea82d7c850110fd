import { errorCatalogue } from '@volant/infra/errors/error-catalogue';
import type { MutationResolvers } from '../schema.generated.ts';
import { shownAuthentication } from '../user/commands/authentication.ts';
import type { IdentityFeature } from '../user/identity-feature.ts';
import { done } from '../user/own-account.ts';
import { endSessions } from './end-sessions.ts';
import errorTexts from './errors.json' with { type: 'json' };
import { refusalCodec } from './events.ts';
import { OPENID_SECRETS, OPENID_SHAPE, openIdIsWhole } from './settings.ts';
import { beginSignIn, finishSignIn } from './sign-in.ts';

const Mutation = {
  startOpenId: (_, __, { parts, caller }) => beginSignIn(parts, caller),

  finishOpenId: async (_, { input: { flow, answer, device } }, { parts, caller }) => {
    const loggedIn = await parts.settled(finishSignIn(parts, { flow, answer, device: device ?? undefined }, caller));
    return { ...shownAuthentication(loggedIn, parts), device: loggedIn.device };
  },

  endOpenIdSessions: (_, { logoutToken }, { parts, caller }) => done(endSessions(parts, logoutToken, caller)),
} satisfies MutationResolvers;

/** The team signs in through the operator's OpenID Connect server, which also decides on their roles. */
export const openId = {
  resolvers: { Mutation },
  events: [refusalCodec],
  errors: errorCatalogue(
    {
      ISSUER_OFF: { status: 404 },
      ISSUER_AWAY: { status: 503 },
      ISSUER_DENIED: { status: 403 },
      ISSUER_REFUSED: { status: 400 },
      ISSUER_CLOCK: { status: 400 },
      ISSUER_FLOW_EXPIRED: { status: 400 },
      ISSUER_NO_ROLE: { status: 403 },
      ISSUER_EMAIL: { status: 403 },
      ISSUER_UNPROVED: { status: 409 },
      ISSUER_OTHER_PERSON: { status: 409 },
      STAFF_PASSWORD_OFF: { status: 403 },
    },
    errorTexts,
  ),
  settings: { shape: OPENID_SHAPE, secrets: OPENID_SECRETS, rules: [openIdIsWhole] },
} satisfies IdentityFeature;

import { text } from '@volant/infra/text/outside-text';
import { z } from 'zod';
import { fixedOperation } from '../supergraph/graph.ts';
import { LoggedIn, signedIn } from './auth.ts';
import { type RestRegistrar, routesWith } from './route.ts';

const start = fixedOperation('mutation RestStartOpenId { startOpenId { address flow } }');
const finish = fixedOperation(
  'mutation RestFinishOpenId($input: OpenIdAnswerInput!) { finishOpenId(input: $input) { token device } }',
);
const endSessions = fixedOperation(
  'mutation RestEndOpenIdSessions($logoutToken: String!) { endOpenIdSessions(logoutToken: $logoutToken) }',
);

const FORM = 'application/x-www-form-urlencoded';
const SERVER_CODES = ['ISSUER_OFF', 'ISSUER_AWAY', 'ISSUER_REFUSED', 'ISSUER_CLOCK', 'TOO_MANY_REQUESTS'];

/** The team's sign-in through the operator's OpenID Connect server. */
export function registerOpenId(register: RestRegistrar): void {
  const route = routesWith(register, { tag: 'accounts', access: 'anyone' });
  route({
    id: 'startOpenId',
    summary: 'Begin a sign-in through the OpenID Connect server of the team.',
    codes: ['ISSUER_OFF', 'ISSUER_AWAY', 'ISSUER_REFUSED', 'TOO_MANY_REQUESTS'],
    idempotent: false,
    endpoint: 'POST /api/auth/openid/start',
    answer: z
      .strictObject({
        address: text().meta({ description: 'Where the browser goes.' }),
        flow: text().meta({ description: 'To send with the answer.' }),
      })
      .meta({ id: 'OpenIdStart' }),
    handle: ({ ask }) => ask(start, {}),
  });
  route({
    id: 'finishOpenId',
    summary:
      'Open the session of such a sign-in. For an account with a second factor the refusal SECOND_FACTOR_REQUIRED carries a `challenge` to answer.',
    codes: [
      ...SERVER_CODES,
      ...['ISSUER_DENIED', 'ISSUER_FLOW_EXPIRED', 'ISSUER_EMAIL', 'ISSUER_NO_ROLE', 'ISSUER_UNPROVED'],
      ...['ISSUER_OTHER_PERSON', 'SECOND_FACTOR_REQUIRED'],
    ],
    idempotent: false,
    endpoint: 'POST /api/auth/openid/finish',
    body: z.strictObject({
      flow: text().min(1),
      answer: text().min(1).meta({ description: 'The search part of the address that the server redirected to.' }),
      device: text(64).optional().meta({ description: 'Mark received from the last log-in on this device.' }),
    }),
    answer: LoggedIn,
    async handle({ body: input, ask }) {
      const opened = await ask(finish, { input });
      return { ...(await signedIn(opened.token, ask)), device: opened.device ?? '' };
    },
  });
  route({
    id: 'endOpenIdSessions',
    summary: 'End the sessions that the server names, which calls this when a person logs out there or is blocked.',
    codes: SERVER_CODES,
    idempotent: false,
    endpoint: 'POST /api/auth/openid/logout',
    consumes: FORM,
    // Servers may add parameters.
    body: z.object({ logout_token: text(16_384).min(1) }),
    readBody(scope) {
      scope.addContentTypeParser(FORM, { parseAs: 'string' }, (_, body, parsed) =>
        parsed(null, Object.fromEntries(new URLSearchParams(String(body)))),
      );
    },
    handle: ({ body: { logout_token: logoutToken }, run }) => run(endSessions, { logoutToken }),
  });
}

import type { SubgraphCall } from '@volant/infra/graphql/subgraph-call';
import { text } from '@volant/infra/text/outside-text';
import { z } from 'zod';
import { fixedOperation, type Graph } from '../supergraph/graph.ts';
import { OwnUser } from './account-answers.ts';
import { ResetRequested, SignedIn } from './answers.ts';
import { EMAIL, PASSWORD, requiredText, USERNAME } from './inputs.ts';
import type { RestRegistrar } from './route.ts';
import { OWN_USER_FIELDS, restUser, USER_FIELDS } from './user.ts';

const logIn = fixedOperation(
  'RestLogIn',
  'mutation RestLogIn($input: LogInInput!) { logIn(input: $input) { token device } }',
);
const signUp = fixedOperation(
  'RestSignUp',
  'mutation RestSignUp($input: SignUpInput!) { signUp(input: $input) { token } }',
);
const logOut = fixedOperation('RestLogOut', 'mutation RestLogOut { logOut }');
const requestReset = fixedOperation(
  'RestRequestPasswordReset',
  `mutation RestRequestPasswordReset($input: RequestPasswordResetInput!) {
    requestPasswordReset(input: $input) { resetToken }
  }`,
);
const resetPassword = fixedOperation(
  'RestResetPassword',
  'mutation RestResetPassword($input: ResetPasswordInput!) { resetPassword(input: $input) }',
);
const signedInUser = fixedOperation(
  'RestSignedIn',
  `query RestSignedIn { me { ${USER_FIELDS} secondFactor { on required } } }`,
);
const me = fixedOperation('RestMe', `query RestMe { me { ${OWN_USER_FIELDS} } }`);

const LogInBody = z.strictObject({
  email: requiredText(),
  password: requiredText(),
  remember: z.boolean().optional(),
  device: text(64).optional().meta({
    description: 'Mark received from the last log-in on this device, empty to ask for one; the answer then holds one.',
  }),
});
/** The response contains the device mark only for clients that support it. */
export const LoggedIn = SignedIn.extend({
  device: text(64).optional().meta({ description: 'To send with the next log-in.' }),
  setUpSecondFactor: z.literal(true).optional().meta({
    description: 'The person’s role demands a second factor: until it is on, they have the role DRIVER.',
  }),
}).meta({ id: 'LoggedIn' });
const SignUpBody = z.strictObject({
  email: requiredText(EMAIL),
  username: requiredText(USERNAME),
  password: requiredText(PASSWORD),
});

const ForgotBody = z.strictObject({ email: requiredText() });
const ResetBody = z.strictObject({ token: requiredText(), newPassword: requiredText(PASSWORD) });

export function registerAuth(route: RestRegistrar): void {
  route({
    id: 'logIn',
    tag: 'accounts',
    summary:
      'Open a session. For an account with a second factor the refusal SECOND_FACTOR_REQUIRED carries a `challenge` to answer.',
    access: 'anyone',
    codes: ['FIELDS_REQUIRED', 'INVALID_CREDENTIALS', 'SECOND_FACTOR_REQUIRED', 'TOO_MANY_REQUESTS'],
    idempotent: true,
    method: 'POST',
    url: '/api/auth/login',
    body: LogInBody,
    answer: LoggedIn,
    async handle({ body: { email, password, remember = false, device }, graph, call }) {
      const { logIn: opened } = await graph.run(logIn, { input: { email, password, remember, device } }, call);
      const answer = await signedIn(opened.token, graph, call);
      return device === undefined ? answer : { ...answer, device: opened.device ?? '' };
    },
  });
  route({
    id: 'signUp',
    tag: 'accounts',
    summary: 'Open a driver’s account and a session.',
    access: 'anyone',
    codes: [
      'FIELDS_REQUIRED',
      'EMAIL_INVALID',
      'USERNAME_INVALID',
      'PASSWORD_LENGTH',
      'EMAIL_TAKEN',
      'USERNAME_TAKEN',
      'TOO_MANY_REQUESTS',
    ],
    idempotent: true,
    method: 'POST',
    url: '/api/auth/signup',
    body: SignUpBody,
    answer: SignedIn,
    async handle({ body, graph, call }) {
      const opened = await graph.run(signUp, { input: body }, call);
      return signedIn(opened.signUp.token, graph, call);
    },
  });
  route({
    id: 'logOut',
    tag: 'accounts',
    summary: 'End the session of the call.',
    access: 'anyone',
    idempotent: true,
    method: 'POST',
    url: '/api/auth/logout',
    handle: ({ graph, call }) => graph.run(logOut, {}, call),
  });
  route({
    id: 'requestPasswordReset',
    tag: 'accounts',
    summary: 'Be mailed a link to choose a new password.',
    access: 'anyone',
    codes: ['FIELDS_REQUIRED', 'EMAIL_INVALID', 'EMAIL_NOT_FOUND', 'TOO_MANY_REQUESTS'],
    idempotent: true,
    method: 'POST',
    url: '/api/auth/forgot-password',
    body: ForgotBody,
    answer: ResetRequested,
    async handle({ body: input, graph, call }) {
      const { resetToken } = (await graph.run(requestReset, { input }, call)).requestPasswordReset;
      return { success: true as const, ...(resetToken === null ? {} : { resetToken }) };
    },
  });
  route({
    id: 'resetPassword',
    tag: 'accounts',
    summary: 'Choose a new password with the link received; every session ends.',
    access: 'anyone',
    codes: ['FIELDS_REQUIRED', 'PASSWORD_LENGTH', 'RESET_TOKEN_INVALID', 'IDEMPOTENCY_KEY_REUSED', 'TOO_MANY_REQUESTS'],
    idempotent: true,
    method: 'POST',
    url: '/api/auth/reset-password',
    body: ResetBody,
    handle: ({ body: input, graph, call }) => graph.run(resetPassword, { input }, call),
  });
  route({
    id: 'readMe',
    tag: 'accounts',
    summary: 'Read one’s own account.',
    access: 'signed-in',
    method: 'GET',
    url: '/api/auth/me',
    answer: z.strictObject({ user: OwnUser }),
    async handle({ graph, call }) {
      return { user: restUser((await graph.run(me, {}, call)).me) };
    },
  });
}

/** The number of pages is only visible to the account's owner, so the user is read with the new token. */
export async function signedIn(token: string, graph: Graph, call: SubgraphCall) {
  const { me } = await graph.run(signedInUser, {}, { ...call, token, idempotencyKey: undefined });
  const { secondFactor, ...user } = me;
  const waits = secondFactor?.required === true && !secondFactor.on;
  return { success: true as const, token, user: restUser(user), ...(waits && { setUpSecondFactor: true as const }) };
}

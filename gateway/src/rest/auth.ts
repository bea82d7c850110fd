import { text } from '@volant/infra/text/outside-text';
import { z } from 'zod';
import { fixedOperation } from '../supergraph/graph.ts';
import { ANNOUNCEMENT_FIELDS } from './announcements.ts';
import { succeeded, Text } from './answers.ts';
import { fieldsOf } from './graph-shapes.ts';
import { EMAIL, PASSWORD, requiredText, USERNAME } from './inputs.ts';
import { type Ask, type RestRegistrar, routesWith } from './route.ts';
import { OWN_USER_FIELDS, OwnUser, restUser, USER_FIELDS, User } from './user.ts';

const logIn = fixedOperation('mutation RestLogIn($input: LogInInput!) { logIn(input: $input) { token device } }');
const signUp = fixedOperation('mutation RestSignUp($input: SignUpInput!) { signUp(input: $input) { token } }');
const logOut = fixedOperation('mutation RestLogOut { logOut }');
const requestReset = fixedOperation(`mutation RestRequestPasswordReset($input: RequestPasswordResetInput!) {
  requestPasswordReset(input: $input) { resetToken }
}`);
const resetPassword = fixedOperation(
  'mutation RestResetPassword($input: ResetPasswordInput!) { resetPassword(input: $input) }',
);
const signedInUser = fixedOperation(`query RestSignedIn { me { ${USER_FIELDS} secondFactor { on required } } }`);
const me = fixedOperation(`query RestMe { me { ${OWN_USER_FIELDS} } announcements { ${ANNOUNCEMENT_FIELDS} } }`);

const SignedIn = succeeded('SignedIn', { token: fieldsOf(signUp, 'signUp').token, user: User });
/** The response contains the token only in development. */
const ResetRequested = succeeded('ResetRequested', { resetToken: Text.optional() });
const Announcement = z.strictObject(fieldsOf(me, 'announcements')).meta({ id: 'Announcement' });

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
  firstLink: text(512)
    .optional()
    .meta({ description: 'Token of the link that a product without a SUPERADMIN prints at its start.' }),
});

export function registerAuth(register: RestRegistrar): void {
  const route = routesWith(register, { tag: 'accounts', access: 'anyone' });
  route({
    id: 'logIn',
    summary:
      'Open a session. For an account with a second factor the refusal SECOND_FACTOR_REQUIRED carries a `challenge` to answer.',
    codes: [
      'FIELDS_REQUIRED',
      'INVALID_CREDENTIALS',
      'SECOND_FACTOR_REQUIRED',
      'STAFF_PASSWORD_OFF',
      'TOO_MANY_REQUESTS',
    ],
    endpoint: 'POST /api/auth/login',
    body: LogInBody,
    answer: LoggedIn,
    async handle({ body: { email, password, remember = false, device }, ask }) {
      const opened = await ask(logIn, { input: { email, password, remember, device } });
      const answer = await signedIn(opened.token, ask);
      return device === undefined ? answer : { ...answer, device: opened.device ?? '' };
    },
  });
  route({
    id: 'signUp',
    summary: 'Open a driver’s account and a session.',
    codes: [
      'FIELDS_REQUIRED',
      'EMAIL_INVALID',
      'USERNAME_INVALID',
      'PASSWORD_LENGTH',
      'EMAIL_TAKEN',
      'USERNAME_TAKEN',
      'FIRST_LINK_INVALID',
      'TOO_MANY_REQUESTS',
    ],
    endpoint: 'POST /api/auth/signup',
    body: SignUpBody,
    answer: SignedIn,
    handle: async ({ body: input, ask }) => signedIn((await ask(signUp, { input })).token, ask),
  });
  route({
    id: 'logOut',
    summary: 'End the session of the call.',
    endpoint: 'POST /api/auth/logout',
    handle: ({ run }) => run(logOut, {}),
  });
  route({
    id: 'requestPasswordReset',
    summary: 'Be mailed a link to choose a new password.',
    codes: ['FIELDS_REQUIRED', 'EMAIL_INVALID', 'EMAIL_NOT_FOUND', 'TOO_MANY_REQUESTS'],
    endpoint: 'POST /api/auth/forgot-password',
    body: z.strictObject({ email: requiredText() }),
    answer: ResetRequested,
    async handle({ body: input, ask }) {
      const { resetToken } = await ask(requestReset, { input });
      return resetToken === null ? {} : { resetToken };
    },
  });
  route({
    id: 'resetPassword',
    summary: 'Choose a new password with the link received; every session ends.',
    codes: ['FIELDS_REQUIRED', 'PASSWORD_LENGTH', 'RESET_TOKEN_INVALID', 'IDEMPOTENCY_KEY_REUSED', 'TOO_MANY_REQUESTS'],
    endpoint: 'POST /api/auth/reset-password',
    body: z.strictObject({ token: requiredText(), newPassword: requiredText(PASSWORD) }),
    handle: ({ body: input, run }) => run(resetPassword, { input }),
  });
  route({
    id: 'readMe',
    summary: 'Read one’s own account, and the announcements to show at present.',
    access: 'signed-in',
    endpoint: 'GET /api/auth/me',
    answer: z.strictObject({
      user: OwnUser,
      announcements: z.array(Announcement).optional().meta({ description: 'Absent while they cannot be read.' }),
    }),
    async handle({ run }) {
      const { me: user, announcements } = await run(me, {});
      return { user: restUser(user), ...(announcements && { announcements }) };
    },
  });
}

/** The number of pages is only visible to the account's owner, so the user is read with the new token. */
export async function signedIn(token: string, ask: Ask) {
  const { secondFactor, ...user } = await ask(signedInUser, {}, { token, idempotencyKey: undefined });
  const waits = secondFactor?.required === true && !secondFactor.on;
  return { token, user: restUser(user), ...(waits && { setUpSecondFactor: true as const }) };
}

import { text } from '@volant/infra/text/outside-text';
import { z } from 'zod';
import { fixedOperation } from '../supergraph/graph.ts';
import type { Operations } from '../supergraph/operations.generated.ts';
import { Count, succeeded } from './answers.ts';
import { fieldsOf } from './graph-shapes.ts';
import { EMAIL, PASSWORD, requiredText, USERNAME } from './inputs.ts';
import { type RestRegistrar, routesWith } from './route.ts';

export const USER_FIELDS = 'id username email avatar phone role createdAt pageCount';

export const OWN_USER_FIELDS = `${USER_FIELDS} pendingEmail weeklyLetter secondFactor { on required recoveryCodes app passkeys { id name addedAt usedAt } }`;

/** Counts that cannot be read at the moment are left out. */
export function restUser<Given extends Omit<Operations['RestSignedIn']['data']['me'], 'secondFactor'>>({
  pageCount,
  ...user
}: Given) {
  return { ...user, _count: pageCount === null ? {} : { pages: pageCount } };
}

const updateProfile = fixedOperation(
  `mutation RestUpdateProfile($input: ProfileInput!) { updateProfile(input: $input) { ${OWN_USER_FIELDS} } }`,
);
const changePassword = fixedOperation(
  'mutation RestChangePassword($input: ChangePasswordInput!) { changePassword(input: $input) }',
);

/** An account as only its owner sees it. */
export const OwnUser = z
  .strictObject(fieldsOf(updateProfile, 'updateProfile'))
  .omit({ pageCount: true })
  .extend({ _count: z.strictObject({ pages: Count.optional() }) })
  .meta({ id: 'OwnUser' });
export const User = OwnUser.omit({ pendingEmail: true, weeklyLetter: true, secondFactor: true }).meta({ id: 'User' });
const ProfileChanged = succeeded('ProfileChanged', { user: OwnUser });

const ProfileBody = z.strictObject({
  username: text().meta(USERNAME).optional(),
  email: text().meta(EMAIL).optional(),
  phone: text().nullable().optional(),
  avatar: text().nullable().optional(),
  weeklyLetter: z.boolean().optional(),
});

/** The user's own account. The picture has its own path, because it is not JSON. */
export function registerUser(register: RestRegistrar): void {
  const route = routesWith(register, { tag: 'accounts', access: 'signed-in' });
  route({
    id: 'updateProfile',
    summary:
      'Change the caller’s profile; absent fields stay as they are. A new email address takes effect once the link mailed to it is opened.',
    codes: [
      'FIELDS_REQUIRED',
      'EMAIL_INVALID',
      'EMAIL_TAKEN',
      'USERNAME_INVALID',
      'USERNAME_TAKEN',
      'PHONE_INVALID',
      'AVATAR_NOT_FOUND',
      'TOO_MANY_CHANGES',
      'TOO_MANY_REQUESTS',
    ],
    endpoint: 'PATCH /api/user/profile',
    body: ProfileBody,
    answer: ProfileChanged,
    handle: async ({ body: input, ask }) => ({ user: restUser(await ask(updateProfile, { input })) }),
  });
  route({
    id: 'changePassword',
    summary: 'Change one’s password; the other sessions end.',
    codes: [
      'FIELDS_REQUIRED',
      'PASSWORD_LENGTH',
      'WRONG_PASSWORD',
      'IDEMPOTENCY_KEY_REUSED',
      'TOO_MANY_CHANGES',
      'TOO_MANY_REQUESTS',
    ],
    endpoint: 'POST /api/user/change-password',
    body: z.strictObject({
      currentPassword: requiredText(),
      newPassword: requiredText(PASSWORD),
      revokeTokens: z
        .boolean()
        .optional()
        .meta({ description: 'Whether all API tokens of the person are revoked, too.' }),
    }),
    handle: ({ body: input, run }) => run(changePassword, { input }),
  });
}

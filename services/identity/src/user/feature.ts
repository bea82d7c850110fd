import { PHONE_ERRORS } from '@volant/infra/errors/common-errors';
import { errorCatalogue } from '@volant/infra/errors/error-catalogue';
import { createMailQueue } from '@volant/infra/mail/mail-queue';
import { NETWORK_LIMIT_SHAPE } from '@volant/infra/process/settings/process-settings';
import { EMAIL_ERRORS } from '@volant/infra/text/email';
import { userCodec } from './domain/events.ts';
import errorTexts from './errors.json' with { type: 'json' };
import { EVERY_MS } from './following.ts';
import type { IdentityFeature } from './identity-feature.ts';
import { pendingMailsOf } from './mails/compose.ts';
import { USER_RESOLVERS } from './resolvers.ts';
import { rolesCodec } from './roles/events.ts';
import { sessionCodec } from './session/events.ts';
import { apiTokenCodec } from './tokens/events.ts';

/** The core that all other features stand on. */
export const user = {
  resolvers: USER_RESOLVERS,
  errors: {
    ...EMAIL_ERRORS,
    ...PHONE_ERRORS,
    ...errorCatalogue(
      {
        FIELDS_REQUIRED: { status: 400 },
        USERNAME_INVALID: { status: 400, field: 'username' },
        PASSWORD_LENGTH: { status: 400, field: 'password' },
        EMAIL_TAKEN: { status: 409, field: 'email' },
        USERNAME_TAKEN: { status: 409, field: 'username' },
        WRONG_PASSWORD: { status: 400, field: 'currentPassword' },
        SECOND_FACTOR_REQUIRED: { status: 401 },
        SECOND_FACTOR_WRONG: { status: 400, field: 'code' },
        SECOND_FACTOR_EXPIRED: { status: 400 },
        PASSKEY_WRONG: { status: 400 },
        USER_NOT_FOUND: { status: 404 },
        LAST_SUPERADMIN: { status: 409 },
        FIRST_LINK_INVALID: { status: 410 },
      },
      errorTexts,
    ),
  },
  events: [userCodec, sessionCodec, rolesCodec, apiTokenCodec],
  settings: { shape: NETWORK_LIMIT_SHAPE },
  subscriptions: ({ mails, ...parts }) => [
    createMailQueue({
      ...parts,
      name: 'identity-mails',
      pendingMailsOf: (commit) => pendingMailsOf(parts, mails, commit),
      everyMs: EVERY_MS,
    }),
  ],
} satisfies IdentityFeature;

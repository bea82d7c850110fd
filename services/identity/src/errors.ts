import { COMMON_ERRORS, PHONE_ERRORS } from '@volant/infra/errors/common-errors';
import { type ErrorCatalogue, errorCatalogue } from '@volant/infra/errors/error-catalogue';
import { IMAGE_ERRORS } from '@volant/infra/images/image-errors';
import { EMAIL_ERRORS } from '@volant/infra/text/email';

/** Errors of identity, with their texts. */
export const IDENTITY_ERRORS = {
  ...COMMON_ERRORS,
  ...IMAGE_ERRORS,
  ...EMAIL_ERRORS,
  ...PHONE_ERRORS,
  ...(await errorCatalogue(
    {
      FIELDS_REQUIRED: { status: 400 },
      USERNAME_INVALID: { status: 400, field: 'username' },
      PASSWORD_LENGTH: { status: 400, field: 'password' },
      INVALID_CREDENTIALS: { status: 401 },
      EMAIL_TAKEN: { status: 409, field: 'email' },
      USERNAME_TAKEN: { status: 409, field: 'username' },
      EMAIL_NOT_FOUND: { status: 404, field: 'email' },
      RESET_TOKEN_INVALID: { status: 400 },
      EMAIL_CHANGE_INVALID: { status: 400 },
      EMAIL_CHANGE_USED: { status: 400 },
      EMAIL_CHANGE_EXPIRED: { status: 400 },
      EMAIL_UNDO_INVALID: { status: 400 },
      EMAIL_UNDO_USED: { status: 400 },
      EMAIL_UNDO_EXPIRED: { status: 400 },
      UNSUBSCRIBE_INVALID: { status: 400 },
      WRONG_PASSWORD: { status: 400, field: 'currentPassword' },
      SECOND_FACTOR_REQUIRED: { status: 401 },
      SECOND_FACTOR_WRONG: { status: 400, field: 'code' },
      SECOND_FACTOR_EXPIRED: { status: 400 },
      SECOND_FACTOR_OFF: { status: 409 },
      SECOND_FACTOR_NEEDED: { status: 409 },
      EMAIL_UNPROVED: { status: 409 },
      PASSKEY_NAME: { status: 400, field: 'name' },
      PASSKEY_WRONG: { status: 400 },
      PASSKEY_COPIED: { status: 400 },
      PASSKEY_NOT_FOUND: { status: 404 },
      PASSKEYS_UNAVAILABLE: { status: 409 },
      TOO_MANY_PASSKEYS: { status: 409 },
      API_TOKEN_NOT_FOUND: { status: 404 },
      API_TOKEN_LIMIT_REACHED: { status: 409 },
      AVATAR_NOT_FOUND: { status: 400, field: 'avatar' },
      OWN_ACCOUNT: { status: 403 },
      USER_NOT_FOUND: { status: 404 },
      OWN_ROLE: { status: 403 },
      SUPERADMIN_PROTECTED: { status: 403 },
      LAST_SUPERADMIN: { status: 409 },
      SUPERADMIN_ACCOUNT_TAKEN: { status: 409 },
    },
    (language) => import(`./texts/errors.${language}.json`, { with: { type: 'json' } }),
  )),
} satisfies ErrorCatalogue;

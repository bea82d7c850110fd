import { COMMON_ERRORS } from '@volant/infra/errors/common-errors';
import { type ErrorCatalogue, errorCatalogue } from '@volant/infra/errors/error-catalogue';
import { EMAIL_ERRORS } from '@volant/infra/text/email';

export const SUPPORT_ERRORS = {
  ...COMMON_ERRORS,
  ...EMAIL_ERRORS,
  ...(await errorCatalogue(
    {
      CONTACT_FIELDS_REQUIRED: { status: 400 },
      NAME_TOO_LONG: { status: 400, field: 'name' },
      SUBJECT_TOO_LONG: { status: 400, field: 'subject' },
      MESSAGE_TOO_SHORT: { status: 400, field: 'message' },
      MESSAGE_TOO_LONG: { status: 400, field: 'message' },
      REPORTED_PAGE_INVALID: { status: 400 },
      TOO_MANY_MESSAGES: { status: 429 },
      MESSAGE_NOT_FOUND: { status: 404 },
      MESSAGE_ALREADY_HANDLED: { status: 409 },
      HANDLER_NOT_FOUND: { status: 400, field: 'userId' },
      MESSAGE_WITHOUT_ADDRESS: { status: 409 },
      THREAD_FULL: { status: 409 },
      THREAD_CHANGED: { status: 409 },
      REPLIES_OFF: { status: 409 },
      LETTER_REFUSED: { status: 403 },
      SENDER_BLOCKED: { status: 403 },
      CANNED_REPLY_NOT_FOUND: { status: 404 },
      CANNED_REPLY_INCOMPLETE: { status: 400 },
      PLACEHOLDER_UNKNOWN: { status: 400, field: 'texts' },
      TOO_MANY_CANNED_REPLIES: { status: 409 },
      ANNOUNCEMENT_NOT_FOUND: { status: 404 },
      ANNOUNCEMENT_INCOMPLETE: { status: 400, field: 'texts' },
      ANNOUNCEMENT_PERIOD: { status: 400, field: 'end' },
      ANNOUNCEMENT_OVER: { status: 409 },
      TOO_MANY_ANNOUNCEMENTS: { status: 409 },
    },
    (language) => import(`./texts/errors.${language}.json`, { with: { type: 'json' } }),
  )),
} satisfies ErrorCatalogue;

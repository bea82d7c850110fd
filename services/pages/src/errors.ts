import { COMMON_ERRORS, PAGE_ERRORS, PHONE_ERRORS } from '@volant/infra/errors/common-errors';
import { type ErrorCatalogue, errorCatalogue } from '@volant/infra/errors/error-catalogue';
import { IMAGE_ERRORS } from '@volant/infra/images/image-errors';
import { EMAIL_ERRORS } from '@volant/infra/text/email';
import type { ContactCode } from '@volant/proto/contact/contacts';

/** Errors of the pages service, in both languages. */
export const PAGES_ERRORS = {
  ...COMMON_ERRORS,
  ...EMAIL_ERRORS,
  ...IMAGE_ERRORS,
  ...PAGE_ERRORS,
  ...PHONE_ERRORS,
  ...(await errorCatalogue(
    {
      WHATSAPP_INVALID: { status: 400 },
      WEBSITE_INVALID: { status: 400 },
      INSTAGRAM_INVALID: { status: 400 },
      PAGE_ALREADY_CLAIMED: { status: 400 },
      PAGE_INACTIVE: { status: 403 },
      PAGE_DEACTIVATED: { status: 403 },
      PAGE_CHANGED: { status: 412 },
      PAGE_ID_REQUIRED: { status: 400, field: 'id' },
      PAGE_ID_INVALID: { status: 400, field: 'id' },
      PAGE_ID_TAKEN: { status: 409, field: 'id' },
      PAGE_LIMIT_REACHED: { status: 409 },
      NAMES_REQUIRED: { status: 400 },
      QUANTITY_OUT_OF_RANGE: { status: 400, field: 'quantity' },
      OWNER_NOT_FOUND: { status: 400, field: 'ownerId' },
      IMAGE_NOT_FOUND: { status: 400, field: 'avatar' },
      WORKBOOK_NOT_FOUND: { status: 404 },
    },
    (language) => import(`./texts/errors.${language}.json`, { with: { type: 'json' } }),
  )),
} satisfies ErrorCatalogue & Record<ContactCode, unknown>;

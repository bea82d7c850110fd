import { COMMON_ERRORS, PAGE_ERRORS, PHONE_ERRORS } from '@volant/infra/errors/common-errors';
import { type ErrorCatalogue, errorCatalogue } from '@volant/infra/errors/error-catalogue';
import { IMAGE_ERRORS } from '@volant/infra/images/image-errors';
import { EMAIL_ERRORS } from '@volant/infra/text/email';
import { CONTACT_CODES, type ContactCode } from '@volant/proto/contact/contacts';

/** One code for each contact: its text has no usable value. */
function eachContact<T>(value: T): Record<ContactCode, T> {
  return Object.fromEntries(CONTACT_CODES.map((code) => [code, value])) as Record<ContactCode, T>;
}

/** Errors of the pages service, in every language. A contact without a text of its own has that of `CONTACT_INVALID`. */
export const PAGES_ERRORS = {
  ...COMMON_ERRORS,
  ...IMAGE_ERRORS,
  ...PAGE_ERRORS,
  ...(await errorCatalogue(
    {
      ...eachContact({ status: 400 }),
      PAGE_ALREADY_CLAIMED: { status: 400 },
      PAGE_INACTIVE: { status: 403 },
      PAGE_DEACTIVATED: { status: 403 },
      PAGE_CHANGED: { status: 412 },
      PAGE_ID_REQUIRED: { status: 400, field: 'id' },
      PAGE_ID_INVALID: { status: 400, field: 'id' },
      PAGE_ID_TAKEN: { status: 409, field: 'id' },
      PAGE_LIMIT_REACHED: { status: 409 },
      PAGE_HAS_CARDS: { status: 409 },
      CARD_LIMIT_REACHED: { status: 409 },
      HANDOVER_NOT_FOUND: { status: 404 },
      HANDOVER_OWN: { status: 409 },
      NAMES_REQUIRED: { status: 400 },
      QUANTITY_OUT_OF_RANGE: { status: 400, field: 'quantity' },
      REASON_REQUIRED: { status: 400, field: 'reason' },
      OWNER_NOT_FOUND: { status: 400, field: 'ownerId' },
      IMAGE_NOT_FOUND: { status: 400, field: 'avatar' },
      WORKBOOK_NOT_FOUND: { status: 404 },
      BATCH_NOT_FOUND: { status: 404 },
      VERSION_NOT_FOUND: { status: 404 },
      WEBHOOK_NOT_FOUND: { status: 404 },
      WEBHOOK_LIMIT_REACHED: { status: 409 },
      WEBHOOK_URL_INVALID: { status: 400, field: 'url' },
      DELIVERY_NOT_FOUND: { status: 404 },
    },
    async (language) => {
      const { default: texts } = await import(`./texts/errors.${language}.json`, { with: { type: 'json' } });
      return { default: { ...eachContact(texts.CONTACT_INVALID), ...texts } };
    },
  )),
  ...EMAIL_ERRORS,
  ...PHONE_ERRORS,
} satisfies ErrorCatalogue;

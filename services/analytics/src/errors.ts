import { COMMON_ERRORS, PAGE_ERRORS } from '@volant/infra/errors/common-errors';
import { type ErrorCatalogue, errorCatalogue } from '@volant/infra/errors/error-catalogue';
import errorTexts from './errors.json' with { type: 'json' };

/** All errors that analytics can answer, in both languages. */
export const ANALYTICS_ERRORS = {
  ...COMMON_ERRORS,
  ...PAGE_ERRORS,
  ...errorCatalogue(
    {
      CROSS_SITE: { status: 403 },
      PAGE_NOT_SHOWN: { status: 409 },
      ITEM_NOT_FOUND: { status: 404 },
    },
    errorTexts,
  ),
} satisfies ErrorCatalogue;

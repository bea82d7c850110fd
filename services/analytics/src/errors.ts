import { COMMON_ERRORS, PAGE_ERRORS } from '@volant/infra/errors/common-errors';
import { type ErrorCatalogue, errorCatalogue } from '@volant/infra/errors/error-catalogue';

/** All errors that analytics can answer, in both languages. */
export const ANALYTICS_ERRORS = {
  ...COMMON_ERRORS,
  ...PAGE_ERRORS,
  ...(await errorCatalogue(
    {
      CROSS_SITE: { status: 403 },
      PAGE_NOT_SHOWN: { status: 409 },
      ITEM_NOT_FOUND: { status: 404 },
    },
    (language) => import(`./texts/errors.${language}.json`, { with: { type: 'json' } }),
  )),
} satisfies ErrorCatalogue;

import { COMMON_ERRORS, type ErrorCatalogue, PAGE_ERRORS } from '@volant/infra/errors/domain-error';

/** All errors that analytics can answer, in both languages. */
export const ANALYTICS_ERRORS = {
  ...COMMON_ERRORS,
  ...PAGE_ERRORS,
  CROSS_SITE: {
    status: 403,
    fr: 'Cet appel ne peut pas venir d’un autre site.',
    en: 'This call cannot be made from another site.',
  },
  PAGE_NOT_SHOWN: {
    status: 409,
    fr: 'Cette page ne montre pas de profil en ce moment.',
    en: 'This page does not show a profile at the moment.',
  },
  ITEM_NOT_FOUND: {
    status: 404,
    fr: 'Cette page n’a pas d’élément de ce nom.',
    en: 'This page has no item of this name.',
  },
} as const satisfies ErrorCatalogue;

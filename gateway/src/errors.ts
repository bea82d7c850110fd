import { COMMON_ERRORS, type ErrorCatalogue } from '@volant/infra/errors/domain-error';

/** What the gateway itself may answer; everything else is passed on as a service told it. */
export const GATEWAY_ERRORS = {
  ...COMMON_ERRORS,
  PAGE_NOT_FOUND: { status: 404, fr: 'Page introuvable', en: 'Page not found' },
  HEADERS_TOO_LARGE: {
    status: 431,
    fr: 'Les en-têtes de la requête sont trop volumineux.',
    en: 'The request headers are too large.',
  },
  REQUEST_TIMEOUT: {
    status: 408,
    fr: 'La requête n’est pas arrivée à temps.',
    en: 'The request did not arrive in time.',
  },
  ADDRESS_TOO_LONG: { status: 414, fr: 'Cette adresse est trop longue.', en: 'This address is too long.' },
} as const satisfies ErrorCatalogue;

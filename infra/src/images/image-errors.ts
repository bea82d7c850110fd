import { errorCatalogue } from '../errors/error-catalogue.ts';
import texts from '../errors/errors.json' with { type: 'json' };

/** Codes of a service that accepts pictures; the service adds them to its catalogue. */
export const IMAGE_ERRORS = errorCatalogue(
  {
    IMAGE_INVALID: { status: 400 },
    IMAGE_DIMENSIONS_TOO_LARGE: { status: 400 },
    IMAGE_TOO_LARGE: { status: 413 },
  },
  texts,
);

import type { ErrorCatalogue } from '../errors/domain-error.ts';

/** Codes of a service that accepts pictures; the service adds them to its catalogue. */
export const IMAGE_ERRORS = {
  IMAGE_INVALID: {
    status: 400,
    fr: 'Choisissez une image PNG, JPG ou JPEG. Ce fichier n’en est pas une, ou il est abîmé.',
    en: 'Please select a PNG, JPG, or JPEG image. This file is not one, or it is damaged.',
  },
  IMAGE_DIMENSIONS_TOO_LARGE: {
    status: 400,
    fr: 'L’image compte trop de pixels. Réduisez-la, puis réessayez.',
    en: 'The image has too many pixels. Make it smaller, then try again.',
  },
  IMAGE_TOO_LARGE: {
    status: 413,
    fr: 'L’image doit peser moins de 5 Mo.',
    en: 'Image must be smaller than 5MB.',
  },
} as const satisfies ErrorCatalogue;

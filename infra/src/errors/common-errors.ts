import { errorCatalogue } from './error-catalogue.ts';
import texts from './errors.json' with { type: 'json' };

/** Codes that every process may answer. */
export const COMMON_ERRORS = errorCatalogue(
  {
    VALIDATION_FAILED: { status: 400 },
    MALFORMED_BODY: { status: 400 },
    UNAUTHENTICATED: { status: 401 },
    FORBIDDEN: { status: 403 },
    TOKEN_NOT_ALLOWED: { status: 403 },
    PAGES_READ_MISSING: { status: 403 },
    PAGES_CREATE_MISSING: { status: 403 },
    PAGES_CHANGE_MISSING: { status: 403 },
    CARDS_PRODUCE_MISSING: { status: 403 },
    FIGURES_READ_MISSING: { status: 403 },
    NOT_FOUND: { status: 404 },
    METHOD_NOT_ALLOWED: { status: 405 },
    CONFLICT: { status: 409 },
    IDEMPOTENCY_KEY_REUSED: { status: 422 },
    PAYLOAD_TOO_LARGE: { status: 413 },
    UNSUPPORTED_MEDIA_TYPE: { status: 415 },
    TOO_MANY_REQUESTS: { status: 429 },
    TOO_MANY_CHANGES: { status: 429 },
    INTERNAL: { status: 500 },
    UNAVAILABLE: { status: 503 },
  },
  texts,
);

/** The text of VALIDATION_FAILED for a text beyond its `limit`. */
export const { TEXT_TOO_LONG } = errorCatalogue({ TEXT_TOO_LONG: { status: 400 } }, texts);

/** Codes of every process that accepts phone numbers. */
export const PHONE_ERRORS = errorCatalogue(
  {
    PHONE_INVALID: { status: 400, field: 'phone' },
  },
  texts,
);

/** Codes of every process that serves pages. */
export const PAGE_ERRORS = errorCatalogue(
  {
    PAGE_NOT_FOUND: { status: 404 },
    CARD_LOST: { status: 410 },
    CARD_REPLACED: { status: 410 },
  },
  texts,
);

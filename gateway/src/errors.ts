import { COMMON_ERRORS, PAGE_ERRORS } from '@volant/infra/errors/common-errors';
import { type ErrorCatalogue, errorCatalogue } from '@volant/infra/errors/error-catalogue';
import { IMAGE_ERRORS } from '@volant/infra/images/image-errors';
import { HTTP_ERRORS } from '@volant/infra/process/server/http-bounds';
import errorTexts from './errors.json' with { type: 'json' };

/** Errors of the gateway itself. Errors of services are passed on unchanged. */
export const GATEWAY_ERRORS = {
  ...COMMON_ERRORS,
  ...IMAGE_ERRORS,
  ...HTTP_ERRORS,
  ...PAGE_ERRORS,
  ...errorCatalogue(
    {
      DEMO_FROM_ELSEWHERE: { status: 403 },
      DEVELOPMENT_FROM_ELSEWHERE: { status: 403 },
      GRAPHQL_PARSE_FAILED: { status: 400 },
      GRAPHQL_VALIDATION_FAILED: { status: 400 },
      OPERATION_UNKNOWN: { status: 400 },
      OPERATION_NOT_LISTED: { status: 403 },
      OPERATION_TOO_LARGE: { status: 400 },
      UPLOAD_WITHOUT_PREFLIGHT: { status: 400 },
      PERSISTED_QUERY_NOT_SUPPORTED: { status: 400 },
    },
    errorTexts,
  ),
} satisfies ErrorCatalogue;

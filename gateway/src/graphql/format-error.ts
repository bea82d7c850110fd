import { unwrapResolverError } from '@apollo/server/errors';
import type { Logger } from '@volant/infra/process/log';
import type { GraphQLFormattedError } from 'graphql';
import { GATEWAY_ERRORS } from '../errors.ts';

/** Codes for operations that are wrong in themselves; they never come with an address or a stack. */
const REQUEST_CODES: Readonly<Record<string, string>> = {
  GRAPHQL_PARSE_FAILED: 'GRAPHQL_PARSE_FAILED',
  GRAPHQL_VALIDATION_FAILED: 'GRAPHQL_VALIDATION_FAILED',
  OPERATION_RESOLUTION_FAILURE: 'OPERATION_UNKNOWN',
  BAD_USER_INPUT: 'VALIDATION_FAILED',
  BAD_REQUEST: 'MALFORMED_BODY',
  PERSISTED_QUERY_NOT_SUPPORTED: 'PERSISTED_QUERY_NOT_SUPPORTED',
};

/** The federation reports a variable of the wrong type by its text alone. */
const WRONG_VARIABLE = /^Variable "\$/;

/** Shows of an error only what is meant for the caller. */
export function createErrorFormatter(log: Logger) {
  return (formatted: GraphQLFormattedError, error: unknown): GraphQLFormattedError => {
    const { message, extensions = {}, path, locations } = formatted;
    const place = { ...(path === undefined ? {} : { path }), ...(locations === undefined ? {} : { locations }) };
    const { code, status, retryAfterSeconds } = extensions;

    if (typeof code === 'string' && typeof status === 'number') {
      return {
        message,
        ...place,
        extensions: { code, status, ...(typeof retryAfterSeconds === 'number' ? { retryAfterSeconds } : {}) },
      };
    }
    const known = typeof code === 'string' ? REQUEST_CODES[code] : undefined;
    const requestCode = extensions.tooLarge === true ? 'OPERATION_TOO_LARGE' : known;
    if (requestCode !== undefined) return { message, ...place, extensions: { code: requestCode, status: 400 } };
    if (WRONG_VARIABLE.test(message))
      return { message, ...place, extensions: { code: 'VALIDATION_FAILED', status: 400 } };

    log.error({ err: unwrapResolverError(error) }, 'graphql operation failed');
    const { fr, status: internal } = GATEWAY_ERRORS.INTERNAL;
    return { message: fr, ...place, extensions: { code: 'INTERNAL', status: internal } };
  };
}

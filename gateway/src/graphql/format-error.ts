import { unwrapResolverError } from '@apollo/server/errors';
import { DomainError, toPublicError } from '@volant/infra/errors/domain-error';
import { publicErrorIn } from '@volant/infra/graphql/public-errors';
import type { Logger } from '@volant/infra/process/observability/log';
import type { Language } from '@volant/proto/text/languages';
import type { GraphQLFormattedError } from 'graphql';
import { GATEWAY_ERRORS } from '../errors.ts';

/** Codes of invalid operations. Their errors contain no address and no stack. */
const REQUEST_CODES: Readonly<Record<string, keyof typeof GATEWAY_ERRORS>> = {
  GRAPHQL_PARSE_FAILED: 'GRAPHQL_PARSE_FAILED',
  GRAPHQL_VALIDATION_FAILED: 'GRAPHQL_VALIDATION_FAILED',
  OPERATION_RESOLUTION_FAILURE: 'OPERATION_UNKNOWN',
  BAD_USER_INPUT: 'VALIDATION_FAILED',
  BAD_REQUEST: 'MALFORMED_BODY',
  PERSISTED_QUERY_NOT_SUPPORTED: 'PERSISTED_QUERY_NOT_SUPPORTED',
};

/** The federation reports a variable of the wrong type only through its message. */
export const WRONG_VARIABLE = /^Variable "\$(\w+)"(?:.* at "([\w.[\]]+)")?/s;

/**
 * Reduces an error to the parts meant for the caller: a text in their language, and the message of graphql-js about the
 * operation as `extensions.detail`.
 */
export function createErrorFormatter(log: Logger) {
  return (formatted: GraphQLFormattedError, error: unknown, language: Language): GraphQLFormattedError => {
    const { message, path, locations } = formatted;
    const place = { ...(path === undefined ? {} : { path }), ...(locations === undefined ? {} : { locations }) };
    const known = publicErrorIn(formatted);
    if (known !== undefined) {
      const { text, ...extensions } = known;
      return { message: text, ...place, extensions };
    }
    const refusal = refusalOf(formatted);
    if (refusal === undefined) log.error({ err: unwrapResolverError(error) }, 'graphql operation failed');
    const { text, code, status, field } = toPublicError(refusal, language, GATEWAY_ERRORS);
    const detail = refusal === undefined ? {} : { detail: message };
    return { message: text, ...place, extensions: { code, status, ...(field && { field }), ...detail } };
  };
}

/** The error of an invalid operation; undefined if the operation is not the cause. */
function refusalOf({ message, extensions: { code } = {} }: GraphQLFormattedError): DomainError | undefined {
  // A validation error about a variable concerns the operation and not a value.
  if (code === 'GRAPHQL_VALIDATION_FAILED') return new DomainError(code);
  const [isVariable, variable, place] = WRONG_VARIABLE.exec(message) ?? [];
  if (isVariable !== undefined) return new DomainError('VALIDATION_FAILED', { field: place ?? variable ?? '' });
  const known = typeof code === 'string' ? REQUEST_CODES[code] : undefined;
  if (known === undefined) return undefined;
  return new DomainError(known, known === 'VALIDATION_FAILED' ? { field: 'variables' } : {});
}

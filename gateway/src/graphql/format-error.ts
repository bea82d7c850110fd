import { unwrapResolverError } from '@apollo/server/errors';
import { DomainError, type Language, toPublicError } from '@volant/infra/errors/domain-error';
import { publicErrorIn } from '@volant/infra/graphql/public-errors';
import type { Logger } from '@volant/infra/process/log';
import type { GraphQLFormattedError } from 'graphql';
import { GATEWAY_ERRORS } from '../errors.ts';

/** Codes for operations that are wrong in themselves; they never come with an address or a stack. */
const REQUEST_CODES: Readonly<Record<string, keyof typeof GATEWAY_ERRORS>> = {
  GRAPHQL_PARSE_FAILED: 'GRAPHQL_PARSE_FAILED',
  GRAPHQL_VALIDATION_FAILED: 'GRAPHQL_VALIDATION_FAILED',
  OPERATION_RESOLUTION_FAILURE: 'OPERATION_UNKNOWN',
  BAD_USER_INPUT: 'VALIDATION_FAILED',
  BAD_REQUEST: 'MALFORMED_BODY',
  PERSISTED_QUERY_NOT_SUPPORTED: 'PERSISTED_QUERY_NOT_SUPPORTED',
};

/** The federation reports a variable of the wrong type by its text alone. */
export const WRONG_VARIABLE = /^Variable "\$(\w+)"(?:.* at "([\w.[\]]+)")?/s;

/**
 * Shows of an error only what is meant for the caller: a text in their
 * language, and what graphql-js says of the operation as `extensions.detail`.
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
    const { text, code, status } = toPublicError(refusal, language, GATEWAY_ERRORS);
    const detail = refusal === undefined ? {} : { detail: message };
    return { message: text, ...place, extensions: { code, status, ...detail } };
  };
}

/** What is wrong with the operation; undefined if it is not the operation that is wrong. */
function refusalOf({ message, extensions: { code } = {} }: GraphQLFormattedError): DomainError | undefined {
  // What validation says of a variable is said of the operation, and not of a value.
  if (code === 'GRAPHQL_VALIDATION_FAILED') return new DomainError(code);
  const [isVariable, variable, place] = WRONG_VARIABLE.exec(message) ?? [];
  if (isVariable !== undefined) return new DomainError('VALIDATION_FAILED', { field: place ?? variable ?? '' });
  const known = typeof code === 'string' ? REQUEST_CODES[code] : undefined;
  return known === undefined ? undefined : new DomainError(known, { field: 'variables' });
}

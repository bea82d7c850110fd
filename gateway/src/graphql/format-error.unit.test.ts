import { createLogger } from '@volant/infra/process/observability/log';
import { GraphQLError, type GraphQLFormattedError } from 'graphql';
import { describe, expect, it, vi } from 'vitest';
import { createErrorFormatter } from './format-error.ts';

const log = createLogger({ name: 'test', level: 'silent' });
const fault = vi.spyOn(log, 'error');
const format = (error: GraphQLFormattedError, language: 'fr' | 'en' = 'en') => {
  fault.mockClear();
  return createErrorFormatter(log)(error, new GraphQLError(error.message), language);
};
const PLACE = { path: ['me'], locations: [{ line: 1, column: 3 }] };

describe('GraphQL errors for callers', () => {
  it('contain the service’s error with its path, and no other details', () => {
    const shown = { code: 'TOO_MANY_REQUESTS', status: 429, retryAfterSeconds: 30, field: 'email' };
    const extensions = { ...shown, stacktrace: ['at secret.ts:1'], serviceName: 'identity' };
    expect(format({ message: 'Wait.', ...PLACE, extensions })).toStrictEqual({
      message: 'Wait.',
      ...PLACE,
      extensions: shown,
    });
    const odd = { code: 'NOT_FOUND', status: 404, retryAfterSeconds: '30', field: 5 };
    expect(format({ message: 'No.', extensions: odd })).toStrictEqual({
      message: 'No.',
      extensions: { code: 'NOT_FOUND', status: 404 },
    });
    expect(fault).not.toHaveBeenCalled();
  });

  it.each([
    ['GRAPHQL_PARSE_FAILED', 'GRAPHQL_PARSE_FAILED', 400],
    ['GRAPHQL_VALIDATION_FAILED', 'GRAPHQL_VALIDATION_FAILED', 400],
    ['OPERATION_RESOLUTION_FAILURE', 'OPERATION_UNKNOWN', 400],
    ['BAD_REQUEST', 'MALFORMED_BODY', 400],
    ['PERSISTED_QUERY_NOT_SUPPORTED', 'PERSISTED_QUERY_NOT_SUPPORTED', 400],
  ])('explain %s as an error of the operation, and log no internal error', (code, shown, status) => {
    const { extensions, message } = format({ message: 'A sentence of graphql-js.', extensions: { code } });
    expect(extensions).toStrictEqual({ code: shown, status, detail: 'A sentence of graphql-js.' });
    expect(message).not.toBe('A sentence of graphql-js.');
    expect(fault).not.toHaveBeenCalled();
  });

  it('name the variables for an error that names none of them', () => {
    const { extensions } = format({ message: 'A sentence of graphql-js.', extensions: { code: 'BAD_USER_INPUT' } });
    expect(extensions).toMatchObject({ code: 'VALIDATION_FAILED', field: 'variables' });
  });

  it('report a validation error about a variable as an error of the operation', () => {
    const message = 'Variable "$id" is never used.';
    const { extensions } = format({ message, extensions: { code: 'GRAPHQL_VALIDATION_FAILED' } });
    expect(extensions).toMatchObject({ code: 'GRAPHQL_VALIDATION_FAILED', detail: message });
  });

  it.each([
    ['Variable "$id" of required type "ID!" was not provided.', 'id'],
    ['Variable "$input" got invalid value 5 at "input.name[0]"; no text.', 'input.name[0]'],
    ['Variable "$input" got invalid value "a\nb" at "input.bio"; no text.', 'input.bio'],
  ])('name the invalid variable: %s', (message, field) => {
    const shown = format({ message });
    expect(shown.extensions).toStrictEqual({ code: 'VALIDATION_FAILED', status: 400, field, detail: message });
    expect(shown.message).toContain(field);
  });

  it.each([
    ['a fault of ours', { message: 'secret', ...PLACE, extensions: { code: 'INTERNAL_SERVER_ERROR' } }],
    ['an error without anything', { message: 'secret' }],
    ['a code without a status', { message: 'secret', extensions: { code: 'NOT_FOUND' } }],
    ['a status without a code', { message: 'secret', extensions: { status: 404 } }],
  ])('hide %s, which is logged', (_, error) => {
    const shown = format(error);
    expect(JSON.stringify(shown)).not.toContain('secret');
    expect(shown.extensions).toStrictEqual({ code: 'INTERNAL', status: 500 });
    expect(fault).toHaveBeenCalledTimes(1);
  });

  it('are in the language of the request', () => {
    expect(format({ message: 'x' }, 'en').message).not.toBe(format({ message: 'x' }, 'fr').message);
  });
});

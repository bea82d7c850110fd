import { type Answer, type Caller, call, callWithForm, PIXEL, PREFLIGHT, uploadForm } from '../api.ts';
import type { DescribedCall } from '../api-description.ts';
import type { RestCall } from './operation.ts';

/** Sends a REST call of the table as this caller. */
export function sendRest(
  origin: string,
  { method, path }: Pick<DescribedCall, 'method' | 'path'>,
  made: RestCall,
  caller: Caller,
): Promise<Answer> {
  const given: Caller = {
    ...caller,
    ...(made.address === undefined ? {} : { address: made.address }),
    headers: { ...made.headers, ...caller.headers },
  };
  const target = made.path ?? path;
  if (made.form !== undefined) return callWithForm(origin, target, made.form, given);
  return call(origin, method, target, made.body, given);
}

/** Sends a GraphQL operation, or a picture for its variable `image`. */
export function sendGraphql(
  origin: string,
  query: string,
  variables: object | 'picture',
  caller: Caller = {},
): Promise<Answer> {
  if (variables !== 'picture') return call(origin, 'POST', '/graphql', { query, variables }, caller);
  const headers = { ...PREFLIGHT, ...caller.headers };
  return callWithForm(origin, '/graphql', uploadForm(PIXEL, query), { ...caller, headers });
}

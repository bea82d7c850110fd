import { text } from '@volant/infra/text/outside-text';
import { z } from 'zod';
import { fixedOperation } from '../supergraph/graph.ts';
import { type RestRegistrar, routesWith } from './route.ts';

const unsubscribe = fixedOperation(
  'mutation RestUnsubscribe($input: UnsubscribeInput!) { unsubscribe(input: $input) }',
);

const TokenQuery = z.strictObject({ token: text(100).min(1) });
const FORMS = ['application/x-www-form-urlencoded', 'multipart/form-data'];

/** The address in the header `List-Unsubscribe` of mails. */
export function registerUnsubscribe(register: RestRegistrar): void {
  const route = routesWith(register, { tag: 'accounts', access: 'anyone' });
  route({
    id: 'unsubscribe',
    summary:
      'End the weekly letter with the link in it, as mail programs do with one click (RFC 8058); any body is ignored.',
    codes: ['UNSUBSCRIBE_INVALID'],
    endpoint: 'POST /api/letters/unsubscribe',
    query: TokenQuery,
    // Mail services post a form, which says nothing more.
    readBody: (scope) =>
      scope.addContentTypeParser(FORMS, { parseAs: 'buffer' }, (_, __, done) => done(null, undefined)),
    handle: ({ query: input, run }) => run(unsubscribe, { input }),
  });
  route({
    id: 'openUnsubscribe',
    summary:
      'Go to the screen that ends the weekly letter at the press of a button; mail programs open links by themselves.',
    endpoint: 'GET /api/letters/unsubscribe',
    query: TokenQuery,
    answer: text(),
    produces: 'text/html',
    status: 302,
    async handle({ query: { token }, reply }) {
      reply.header('location', `/unsubscribe?token=${encodeURIComponent(token)}`).type('text/html; charset=utf-8');
      return '';
    },
  });
}

import { text } from '@volant/infra/text/outside-text';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { fixedOperation } from '../supergraph/graph.ts';
import type { DescribedOperation } from './operation.ts';
import { createRestRegistrar, type RegistrarParts } from './route.ts';

const unsubscribe = fixedOperation(
  'mutation RestUnsubscribe($input: UnsubscribeInput!) { unsubscribe(input: $input) }',
);

const TokenQuery = z.strictObject({ token: text(100).min(1) });
const URL_OF_LETTERS = '/api/letters/unsubscribe';

const UNSUBSCRIBE = {
  id: 'unsubscribe',
  tag: 'accounts',
  summary:
    'End the weekly letter with the link in it, as mail programs do with one click (RFC 8058); any body is ignored.',
  access: 'anyone',
  codes: ['UNSUBSCRIBE_INVALID'],
  method: 'POST',
  url: URL_OF_LETTERS,
  query: TokenQuery,
} as const satisfies DescribedOperation;
const OPEN = {
  id: 'openUnsubscribe',
  tag: 'accounts',
  summary:
    'Go to the screen that ends the weekly letter at the press of a button; mail programs open links by themselves.',
  access: 'anyone',
  method: 'GET',
  url: URL_OF_LETTERS,
  query: TokenQuery,
  answer: text(),
  produces: 'text/html',
  status: 302,
} as const satisfies DescribedOperation;

export function describeLetters({ describe }: { describe(operation: DescribedOperation): void }): void {
  describe(UNSUBSCRIBE);
  describe(OPEN);
}

/** The address in the headers of letters. Mail services post a form to it, which says nothing more. */
export async function registerLetters(parts: RegistrarParts): Promise<void> {
  await parts.server.register(async (scope: FastifyInstance) => {
    const forms = ['application/x-www-form-urlencoded', 'multipart/form-data'];
    scope.addContentTypeParser(forms, { parseAs: 'buffer' }, (_, __, done) => done(null, undefined));
    const route = createRestRegistrar({ ...parts, server: scope });
    route({
      ...UNSUBSCRIBE,
      handle: ({ query: input, run }) => run(unsubscribe, { input }),
    });
    route({
      ...OPEN,
      async handle({ query: { token }, reply }) {
        reply.header('location', `/unsubscribe?token=${encodeURIComponent(token)}`).type('text/html; charset=utf-8');
        return '';
      },
    });
  });
}

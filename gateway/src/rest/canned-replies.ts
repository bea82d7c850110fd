import { text } from '@volant/infra/text/outside-text';
import { languagesWith } from '@volant/proto/text/languages';
import { z } from 'zod';
import { LARGE_BODY } from '../http/json-body.ts';
import { fixedOperation } from '../supergraph/graph.ts';
import { IdParams, requiredText } from './inputs.ts';
import type { RestRegistrar } from './route.ts';
import { CannedReplyKept, CannedReplyList } from './support-answers.ts';

const CANNED_FIELDS = 'id name texts { language text }';

const list = fixedOperation('RestCannedReplies', `query RestCannedReplies { cannedReplies { ${CANNED_FIELDS} } }`);
const create = fixedOperation(
  'RestCreateCannedReply',
  `mutation RestCreateCannedReply($input: CannedReplyInput!) { createCannedReply(input: $input) { ${CANNED_FIELDS} } }`,
);
const change = fixedOperation(
  'RestChangeCannedReply',
  `mutation RestChangeCannedReply($id: ID!, $input: CannedReplyInput!) {
    changeCannedReply(id: $id, input: $input) { ${CANNED_FIELDS} }
  }`,
);
const remove = fixedOperation(
  'RestDeleteCannedReply',
  'mutation RestDeleteCannedReply($id: ID!) { deleteCannedReply(id: $id) { id } }',
);

const CannedReplyBody = z.strictObject({
  name: requiredText({ maxLength: 100 }),
  texts: z
    .array(z.strictObject({ language: z.enum(languagesWith('mails')), text: text().meta({ maxLength: 5_000 }) }))
    .max(languagesWith('mails').length),
});
const CONTENT_CODES = ['CANNED_REPLY_INCOMPLETE', 'NAME_TOO_LONG', 'MESSAGE_TOO_LONG', 'PLACEHOLDER_UNKNOWN'];

export function registerCannedReplies(route: RestRegistrar): void {
  route({
    id: 'cannedReplies',
    tag: 'support',
    summary: 'List all canned replies, by name.',
    access: 'support',
    answer: CannedReplyList,
    method: 'GET',
    url: '/api/support/canned-replies',
    handle: async ({ graph, call }) => ({ cannedReplies: [...(await graph.run(list, {}, call)).cannedReplies] }),
  });
  route({
    ...{ id: 'createCannedReply', tag: 'support', summary: 'Add a canned reply, in one or more languages.' },
    access: 'support',
    codes: [...CONTENT_CODES, 'TOO_MANY_CANNED_REPLIES', 'CONFLICT', 'TOO_MANY_CHANGES'],
    idempotent: true,
    answer: CannedReplyKept,
    method: 'POST',
    url: '/api/support/canned-replies',
    body: CannedReplyBody,
    bodyLimit: LARGE_BODY,
    async handle({ body, graph, call }) {
      return { success: true, cannedReply: (await graph.run(create, { input: body }, call)).createCannedReply };
    },
  });
  route({
    ...{ id: 'changeCannedReply', tag: 'support', summary: 'Replace the name and the texts of a canned reply.' },
    access: 'support',
    codes: [...CONTENT_CODES, 'CANNED_REPLY_NOT_FOUND', 'CONFLICT', 'TOO_MANY_CHANGES'],
    answer: CannedReplyKept,
    method: 'PUT',
    url: '/api/support/canned-replies/:id',
    params: IdParams,
    body: CannedReplyBody,
    bodyLimit: LARGE_BODY,
    async handle({ params: { id }, body, graph, call }) {
      return { success: true, cannedReply: (await graph.run(change, { id, input: body }, call)).changeCannedReply };
    },
  });
  route({
    ...{ id: 'deleteCannedReply', tag: 'support', summary: 'Delete a canned reply with its earlier texts.' },
    access: 'support',
    codes: ['CANNED_REPLY_NOT_FOUND', 'TOO_MANY_CHANGES'],
    method: 'DELETE',
    url: '/api/support/canned-replies/:id',
    params: IdParams,
    async handle({ params: { id }, graph, call }) {
      await graph.run(remove, { id }, call);
      return { success: true };
    },
  });
}

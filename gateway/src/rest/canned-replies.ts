import { text } from '@volant/infra/text/outside-text';
import { languagesWith } from '@volant/proto/text/languages';
import { LONGEST_CANNED_TEXT, LONGEST_NAME } from '@volant/proto/text/lengths';
import { z } from 'zod';
import { LARGE_BODY } from '../http/json-body.ts';
import { fixedOperation } from '../supergraph/graph.ts';
import { succeeded } from './answers.ts';
import { fieldsOf } from './graph-shapes.ts';
import { requiredText } from './inputs.ts';
import { type RestRegistrar, routesWith } from './route.ts';

const CANNED_FIELDS = 'id name texts { language text }';

const list = fixedOperation(`query RestCannedReplies { cannedReplies { ${CANNED_FIELDS} } }`);
const create = fixedOperation(
  `mutation RestCreateCannedReply($input: CannedReplyInput!) { createCannedReply(input: $input) { ${CANNED_FIELDS} } }`,
);
const change = fixedOperation(`mutation RestChangeCannedReply($id: ID!, $input: CannedReplyInput!) {
  changeCannedReply(id: $id, input: $input) { ${CANNED_FIELDS} }
}`);
const remove = fixedOperation('mutation RestDeleteCannedReply($id: ID!) { deleteCannedReply(id: $id) { id } }');

const CannedReply = z.strictObject(fieldsOf(list, 'cannedReplies')).meta({ id: 'CannedReply' });
const CannedReplyList = z.strictObject({ cannedReplies: z.array(CannedReply) }).meta({ id: 'CannedReplyList' });
const CannedReplyKept = succeeded('CannedReplyKept', { cannedReply: CannedReply });

const CannedReplyBody = z.strictObject({
  name: requiredText({ maxLength: LONGEST_NAME }),
  texts: z
    .array(
      z.strictObject({
        language: z.enum(languagesWith('mails')),
        text: text().meta({ maxLength: LONGEST_CANNED_TEXT }),
      }),
    )
    .max(languagesWith('mails').length),
});
const CONTENT_CODES = ['CANNED_REPLY_INCOMPLETE', 'NAME_TOO_LONG', 'MESSAGE_TOO_LONG', 'PLACEHOLDER_UNKNOWN'];

export function registerCannedReplies(register: RestRegistrar): void {
  const route = routesWith(register, { tag: 'support', access: 'support' });
  route({
    id: 'cannedReplies',
    summary: 'List all canned replies, by name.',
    answer: CannedReplyList,
    endpoint: 'GET /api/support/canned-replies',
    handle: ({ run }) => run(list, {}),
  });
  route({
    id: 'createCannedReply',
    summary: 'Add a canned reply, in one or more languages.',
    codes: [...CONTENT_CODES, 'TOO_MANY_CANNED_REPLIES', 'CONFLICT', 'TOO_MANY_CHANGES'],
    answer: CannedReplyKept,
    endpoint: 'POST /api/support/canned-replies',
    body: CannedReplyBody,
    bodyLimit: LARGE_BODY,
    handle: async ({ body: input, ask }) => ({ cannedReply: await ask(create, { input }) }),
  });
  route({
    id: 'changeCannedReply',
    summary: 'Replace the name and the texts of a canned reply.',
    codes: [...CONTENT_CODES, 'CANNED_REPLY_NOT_FOUND', 'CONFLICT', 'TOO_MANY_CHANGES'],
    answer: CannedReplyKept,
    endpoint: 'PUT /api/support/canned-replies/:id',
    body: CannedReplyBody,
    bodyLimit: LARGE_BODY,
    handle: async ({ params, body: input, ask }) => ({ cannedReply: await ask(change, { ...params, input }) }),
  });
  route({
    id: 'deleteCannedReply',
    summary: 'Delete a canned reply with its earlier texts.',
    codes: ['CANNED_REPLY_NOT_FOUND', 'TOO_MANY_CHANGES'],
    endpoint: 'DELETE /api/support/canned-replies/:id',
    handle: ({ params, run }) => run(remove, params),
  });
}

import { LONGEST_MESSAGE } from '@volant/proto/text/lengths';
import { z } from 'zod';
import { LARGE_BODY } from '../http/json-body.ts';
import { fixedOperation } from '../supergraph/graph.ts';
import { succeeded } from './answers.ts';
import { fieldsOf } from './graph-shapes.ts';
import { graphEnum, requiredText } from './inputs.ts';
import { type RestRegistrar, routesWith } from './route.ts';

export const MESSAGE_FIELDS =
  'id subject name email body status createdAt waitingSince replied handler { id username }';
const THREAD_FIELDS = `${MESSAGE_FIELDS} unread answerable blocked language writers { id username }
  thread { id kind body quoted attachments createdAt author { id username } from }`;

const read = fixedOperation(`query RestSupportMessage($id: ID!) { supportMessage(id: $id) { ${THREAD_FIELDS} } }`);
const reply = fixedOperation(`mutation RestReplyToMessage($id: ID!, $input: SupportReplyInput!) {
  replyToSupportMessage(id: $id, input: $input) { ${THREAD_FIELDS} }
}`);
const announce = fixedOperation(`mutation RestAnnounceReply($id: ID!, $writing: Boolean!) {
  announceSupportReply(id: $id, writing: $writing) { ${THREAD_FIELDS} }
}`);
const note = fixedOperation(
  `mutation RestNoteMessage($id: ID!, $text: String!) { noteSupportMessage(id: $id, text: $text) { ${THREAD_FIELDS} } }`,
);
const markRead = fixedOperation(`mutation RestMarkMessageRead($id: ID!, $read: Boolean!) {
  markSupportMessageRead(id: $id, read: $read) { ${THREAD_FIELDS} }
}`);
const block = fixedOperation(`mutation RestBlockSender($id: ID!, $blocked: Boolean!) {
  blockSupportSender(id: $id, blocked: $blocked) { ${THREAD_FIELDS} }
}`);

const MessageThread = z.strictObject(fieldsOf(read, 'supportMessage')).meta({ id: 'SupportMessageThread' });
const ThreadChanged = succeeded('SupportThreadChanged', { message: MessageThread });

const ENTRY_TEXT = requiredText({ maxLength: LONGEST_MESSAGE });
const ReplyBody = z.strictObject({
  message: ENTRY_TEXT,
  status: graphEnum('SupportMessageStatus').optional(),
  seen: z.int32().min(0).optional(),
});
const ENTRY_CODES = ['MESSAGE_NOT_FOUND', 'CONTACT_FIELDS_REQUIRED', 'MESSAGE_TOO_LONG', 'THREAD_FULL'];

/** What people of the support do with one message besides its status and handler. */
export function registerSupportThread(register: RestRegistrar): void {
  const route = routesWith(register, { tag: 'support', access: 'support' });
  route({
    id: 'supportMessage',
    summary: 'Read a message and what followed it.',
    codes: ['MESSAGE_NOT_FOUND'],
    answer: MessageThread,
    endpoint: 'GET /api/support/message/:id',
    handle: ({ params, ask }) => ask(read, params),
  });
  route({
    id: 'replyToSupportMessage',
    summary: 'Mail a reply to the sender of a message.',
    codes: [...ENTRY_CODES, 'MESSAGE_WITHOUT_ADDRESS', 'REPLIES_OFF', 'THREAD_CHANGED', 'CONFLICT', 'TOO_MANY_CHANGES'],
    answer: ThreadChanged,
    endpoint: 'POST /api/support/message/:id/reply',
    body: ReplyBody,
    bodyLimit: LARGE_BODY,
    handle: async ({ params, body: input, ask }) => ({ message: await ask(reply, { ...params, input }) }),
  });
  route({
    id: 'announceSupportReply',
    summary: 'Tell the others for 25 seconds that you are writing to a message.',
    codes: ['MESSAGE_NOT_FOUND'],
    answer: ThreadChanged,
    endpoint: 'POST /api/support/message/:id/writing',
    body: z.strictObject({ writing: z.boolean() }),
    handle: async ({ params, body, ask }) => ({ message: await ask(announce, { ...params, ...body }) }),
  });
  route({
    id: 'noteSupportMessage',
    summary: 'Add a note that only the support reads.',
    codes: [...ENTRY_CODES, 'CONFLICT', 'TOO_MANY_CHANGES'],
    answer: ThreadChanged,
    endpoint: 'POST /api/support/message/:id/note',
    body: z.strictObject({ text: ENTRY_TEXT }),
    bodyLimit: LARGE_BODY,
    handle: async ({ params, body, ask }) => ({ message: await ask(note, { ...params, ...body }) }),
  });
  route({
    id: 'markSupportMessageRead',
    summary: 'Mark a message as read or unread.',
    codes: ['MESSAGE_NOT_FOUND', 'CONFLICT', 'TOO_MANY_CHANGES'],
    answer: ThreadChanged,
    endpoint: 'POST /api/support/message/:id/read',
    body: z.strictObject({ read: z.boolean() }),
    handle: async ({ params, body, ask }) => ({ message: await ask(markRead, { ...params, ...body }) }),
  });
  route({
    id: 'blockSupportSender',
    summary: 'Refuse further messages of a message’s sender.',
    codes: ['MESSAGE_NOT_FOUND', 'MESSAGE_WITHOUT_ADDRESS'],
    answer: ThreadChanged,
    endpoint: 'POST /api/support/message/:id/block',
    body: z.strictObject({ blocked: z.boolean() }),
    handle: async ({ params, body, ask }) => ({ message: await ask(block, { ...params, ...body }) }),
  });
}

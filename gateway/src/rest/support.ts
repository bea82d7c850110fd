import { text } from '@volant/infra/text/outside-text';
import { LONGEST_MESSAGE, LONGEST_NAME, LONGEST_SUBJECT, SHORTEST_MESSAGE } from '@volant/proto/text/lengths';
import { z } from 'zod';
import { LARGE_BODY } from '../http/json-body.ts';
import { fixedOperation } from '../supergraph/graph.ts';
import { LISTED, succeeded } from './answers.ts';
import { fieldsOf } from './graph-shapes.ts';
import {
  EMAIL,
  Flag,
  graphEnum,
  ListQuery,
  listInParts,
  PAGE_ID,
  PAGING_FIELDS,
  requiredText,
  restList,
} from './inputs.ts';
import { type RestRegistrar, routesWith } from './route.ts';

const MESSAGE_FIELDS = 'id subject name email body status createdAt waitingSince replied handler { id username }';

const contact = fixedOperation(
  `mutation RestContact($input: SendSupportMessageInput!) { sendSupportMessage(input: $input) { id createdAt } }`,
);
const report = fixedOperation(
  `mutation RestReportPage($input: ReportPageInput!) { reportPage(input: $input) { id createdAt } }`,
);
const inbox =
  fixedOperation(`query RestInbox($first: Int, $after: String, $filter: SupportMessageFilter, $oldestFirst: Boolean) {
  supportMessages(first: $first, after: $after, filter: $filter, oldestFirst: $oldestFirst) {
    nodes { ${MESSAGE_FIELDS} } ${PAGING_FIELDS}
  }
}`);
const changeStatus = fixedOperation(`mutation RestMessageStatus($id: ID!, $status: SupportMessageStatus!) {
  changeSupportMessageStatus(id: $id, status: $status) { ${MESSAGE_FIELDS} }
}`);
const claim = fixedOperation(
  `mutation RestClaimMessage($id: ID!) { claimSupportMessage(id: $id) { ${MESSAGE_FIELDS} } }`,
);
const assign = fixedOperation(`mutation RestAssignMessage($id: ID!, $userId: ID!) {
  assignSupportMessage(id: $id, userId: $userId) { ${MESSAGE_FIELDS} }
}`);

const Message = z.strictObject(fieldsOf(inbox, 'supportMessages', 'nodes')).meta({ id: 'SupportMessage' });
const MessageList = z.strictObject({ messages: z.array(Message), ...LISTED }).meta({ id: 'SupportMessageList' });
const MessageChanged = succeeded('SupportMessageChanged', { message: Message });
const MessageSaved = succeeded('SupportMessageSaved', { message: fieldsOf(contact).sendSupportMessage });

const MessageStatus = graphEnum('SupportMessageStatus');
const ContactBody = z.strictObject({
  name: requiredText({ maxLength: LONGEST_NAME }),
  email: requiredText(EMAIL),
  subject: requiredText({ maxLength: LONGEST_SUBJECT }),
  message: requiredText({ minLength: SHORTEST_MESSAGE, maxLength: LONGEST_MESSAGE }),
  homepage: text().optional().meta({
    description: 'People leave it empty; a message that has it is kept apart as SUSPECTED.',
  }),
});
const ReportBody = z.strictObject({
  pageId: requiredText(PAGE_ID),
  reason: graphEnum('PageReportReason'),
  message: text().optional().meta({ maxLength: LONGEST_MESSAGE }),
  email: text().optional().meta(EMAIL),
  homepage: ContactBody.shape.homepage,
});
const InboxQuery = ListQuery.extend({
  /** `ALL`, in any letter case, is the same as none. */
  status: z.preprocess((given) => (/^all$/i.test(String(given)) ? undefined : given), MessageStatus.optional()),
  search: text(200).optional(),
  oldestFirst: Flag.optional(),
});
/** Without a payload, the caller is assigned to the message. */
const ClaimBody = z.strictObject({ userId: text().optional() }).optional();

export function registerSupport(register: RestRegistrar): void {
  const route = routesWith(register, { tag: 'support', access: 'support' });
  route({
    id: 'sendSupportMessage',
    summary: 'Write to the support.',
    access: 'anyone',
    codes: [
      'CONTACT_FIELDS_REQUIRED',
      'EMAIL_INVALID',
      'NAME_TOO_LONG',
      'SUBJECT_TOO_LONG',
      'MESSAGE_TOO_SHORT',
      'MESSAGE_TOO_LONG',
      'TOO_MANY_MESSAGES',
      'SENDER_BLOCKED',
      'CONFLICT',
    ],
    answer: MessageSaved,
    endpoint: 'POST /api/support/contact',
    body: ContactBody,
    bodyLimit: LARGE_BODY,
    handle: async ({ body: input, ask }) => ({ message: await ask(contact, { input }) }),
  });
  route({
    id: 'reportPage',
    summary: 'Report a page to the support.',
    access: 'anyone',
    codes: [
      'REPORTED_PAGE_INVALID',
      'EMAIL_INVALID',
      'MESSAGE_TOO_LONG',
      'TOO_MANY_MESSAGES',
      'SENDER_BLOCKED',
      'CONFLICT',
    ],
    answer: MessageSaved,
    endpoint: 'POST /api/support/report',
    body: ReportBody,
    bodyLimit: LARGE_BODY,
    handle: async ({ body: input, ask }) => ({ message: await ask(report, { input }) }),
  });
  route({
    id: 'listSupportMessages',
    summary: 'List messages, by when their senders began to wait, by default newest first.',
    answer: MessageList,
    endpoint: 'GET /api/support/inbox',
    query: InboxQuery,
    async handle({ query: { status = null, search = null, oldestFirst = false, ...paging }, ask }) {
      const filter = { status, search };
      const list = await listInParts(paging, (part) => ask(inbox, { filter, oldestFirst, ...part }));
      return { messages: list.nodes, ...restList(list) };
    },
  });
  route({
    id: 'changeSupportMessageStatus',
    summary: 'Change the status of a message.',
    codes: ['MESSAGE_NOT_FOUND', 'CONFLICT', 'TOO_MANY_CHANGES'],
    answer: MessageChanged,
    endpoint: 'PATCH /api/support/message/:id',
    body: z.strictObject({ status: MessageStatus }),
    handle: async ({ params, body, ask }) => ({ message: await ask(changeStatus, { ...params, ...body }) }),
  });
  route({
    id: 'claimSupportMessage',
    summary: 'Take care of a message; an administrator may give it to somebody by “userId”.',
    codes: ['MESSAGE_NOT_FOUND', 'MESSAGE_ALREADY_HANDLED', 'HANDLER_NOT_FOUND', 'CONFLICT', 'TOO_MANY_CHANGES'],
    answer: MessageChanged,
    endpoint: 'POST /api/support/message/:id/claim',
    body: ClaimBody,
    handle: async ({ params: { id }, body: { userId } = {}, ask }) => ({
      message: await (userId === undefined ? ask(claim, { id }) : ask(assign, { id, userId })),
    }),
  });
}

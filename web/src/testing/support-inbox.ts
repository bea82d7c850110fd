import { fakeApi, graphAnswer, type SentCall, variablesOf } from './fake-api.ts';

/** A message of the contact form. */
export const supportMessage = (changes: object = {}) => ({
  __typename: 'SupportMessage',
  id: 'm1',
  subject: 'A lost card',
  name: 'Camille',
  email: 'a@example.org',
  body: 'Bonjour,\nmy card is lost.',
  status: 'OPEN',
  createdAt: '2026-11-20T10:00:00Z',
  waitingSince: '2026-11-20T10:00:00Z',
  replied: false,
  handler: null,
  sender: null,
  report: null,
  unread: false,
  ...changes,
});

type Answers = Parameters<typeof fakeApi>[0];
export const THREAD = {
  answerable: true,
  blocked: false,
  language: 'en',
  writers: [] as object[],
  thread: [] as object[],
};
export const threadOf =
  (changes: object): Answers[string] =>
  (call) =>
    graphAnswer({ supportMessage: { ...supportMessage({ id: variablesOf(call).id }), ...THREAD, ...changes } });
/** Messages are opened with an empty thread, and nobody else writes. */
export function fakeInbox(answers: Answers): SentCall[] {
  answers['GRAPH ReadThread'] ??= threadOf({});
  answers['GRAPH Writers'] ??= (call) => writersOf(call, 'supportMessage');
  answers['GRAPH OtherMessages'] ??= graphAnswer({ supportMessages: { ...total(0), nodes: [] } });
  answers['GRAPH AnnounceReply'] ??= (call) => writersOf(call, 'announceSupportReply');
  return fakeApi(answers);
}

const writersOf = (call: SentCall, field: string) =>
  graphAnswer({ [field]: supportMessage({ id: variablesOf(call).id, writers: [] }) });

/** Variables of the operations with this name, in the order they were sent. */
export const sentAs = (calls: readonly SentCall[], name: string) =>
  calls.filter(({ body }) => JSON.stringify(body).includes(`"${name}"`)).map(variablesOf);

export const total = (totalCount: number) => ({ __typename: 'SupportMessageConnection', totalCount });
/** The counts stand in a fragment of the whole answer, for which the client asks its type. */
export const countsOf = (open: number, pending: number, resolved: number) => ({
  __typename: 'Query',
  open: total(open),
  pending: total(pending),
  resolved: total(resolved),
  suspected: total(0),
});
export const inbox = (...nodes: unknown[]) => inboxBefore(null, ...nodes);
export const inboxBefore = (endCursor: string | null, ...nodes: unknown[]) =>
  graphAnswer({
    supportMessages: {
      ...total(nodes.length),
      nodes,
      pageInfo: { __typename: 'PageInfo', endCursor, hasNextPage: endCursor !== null },
    },
    ...countsOf(3, 2, 1),
  });

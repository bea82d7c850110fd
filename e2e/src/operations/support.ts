import { someAddress } from '../api.ts';
import { CHANGES, changeOften, type Operations, once } from './operation.ts';

const message = (email: string) => ({ name: 'X', email, subject: 'X', message: 'A message to be read.' });

/** Path of the status of a message whose limit of changes is reached. */
const pathOfChangedMessage = once(async ({ api, world, people }) => {
  const path = `/api/support/message/${await world.message()}`;
  await changeOften(CHANGES.message, (time) =>
    api('PATCH', path, { status: time % 2 === 0 ? 'PENDING' : 'OPEN' }, people.support.token),
  );
  return path;
});

export const SUPPORT: Operations = {
  sendSupportMessage: {
    who: 'anyone',
    rest: {
      call: ({ world }) => ({ body: message(`${world.fresh()}@example.com`) }),
      refusals: {
        CONTACT_FIELDS_REQUIRED: ({ world }) => ({
          body: { ...message(`${world.fresh()}@example.com`), subject: ' ' },
        }),
        EMAIL_INVALID: () => ({ body: message('no-address') }),
        NAME_TOO_LONG: ({ world }) => ({
          body: { ...message(`${world.fresh()}@example.com`), name: 'x'.repeat(5000) },
        }),
        SUBJECT_TOO_LONG: ({ world }) => ({
          body: { ...message(`${world.fresh()}@example.com`), subject: 'x'.repeat(5000) },
        }),
        MESSAGE_TOO_SHORT: ({ world }) => ({ body: { ...message(`${world.fresh()}@example.com`), message: 'short' } }),
        MESSAGE_TOO_LONG: ({ world }) => ({
          body: { ...message(`${world.fresh()}@example.com`), message: 'x'.repeat(20_000) },
        }),
        TOO_MANY_MESSAGES: ({ world }) => ({
          body: message(`${world.fresh()}@example.com`),
          address: someAddress(),
        }),
      },
    },
    graph: {
      field: 'Mutation.sendSupportMessage',
      variables: ({ world }) => ({
        input: { name: 'X', email: `${world.fresh()}@example.com`, subject: 'X', message: 'A message to be read.' },
      }),
    },
  },
  reportPage: {
    who: 'anyone',
    rest: {
      call: () => ({ body: { pageId: 'some-page', reason: 'SPAM' } }),
      refusals: {
        REPORTED_PAGE_INVALID: () => ({ body: { pageId: 'no page', reason: 'SPAM' } }),
        EMAIL_INVALID: () => ({ body: { pageId: 'some-page', reason: 'SPAM', email: 'no-address' } }),
        MESSAGE_TOO_LONG: () => ({ body: { pageId: 'some-page', reason: 'SPAM', message: 'x'.repeat(20_000) } }),
        TOO_MANY_MESSAGES: () => ({
          body: { pageId: 'some-page', reason: 'SPAM' },
          address: someAddress(),
        }),
      },
    },
    graph: {
      field: 'Mutation.reportPage',
      variables: () => ({ input: { pageId: 'some-page', reason: 'OTHER' } }),
    },
  },
  listSupportMessages: {
    who: 'support',
    rest: { call: () => ({ path: '/api/support/inbox?status=OPEN&limit=1' }) },
    graph: { field: 'Query.supportMessages' },
  },
  changeSupportMessageStatus: {
    who: 'support',
    rest: {
      call: async ({ world }) => ({
        path: `/api/support/message/${await world.message()}`,
        body: { status: 'RESOLVED' },
      }),
      refusals: {
        MESSAGE_NOT_FOUND: () => ({ path: '/api/support/message/%00', body: { status: 'OPEN' } }),
        TOO_MANY_CHANGES: async (there) => ({
          path: await pathOfChangedMessage(there),
          body: { status: 'RESOLVED' },
        }),
      },
    },
    graph: {
      field: 'Mutation.changeSupportMessageStatus',
      variables: async ({ world }) => ({ id: await world.message(), status: 'RESOLVED' }),
    },
  },
  claimSupportMessage: {
    who: 'support',
    rest: {
      call: async ({ world }) => ({ path: `/api/support/message/${await world.message()}/claim` }),
      refusals: {
        MESSAGE_NOT_FOUND: () => ({ path: '/api/support/message/nothing/claim' }),
        MESSAGE_ALREADY_HANDLED: async ({ api, people, world }) => {
          const path = `/api/support/message/${await world.message()}/claim`;
          await api('POST', path, undefined, people.admin.token);
          return { path };
        },
        // Claims are not counted, assignments are.
        TOO_MANY_CHANGES: async (there) => ({
          as: 'admin',
          path: `${await pathOfChangedMessage(there)}/claim`,
          body: { userId: there.people.support.id },
        }),
        HANDLER_NOT_FOUND: async ({ world, people }) => ({
          as: 'admin',
          path: `/api/support/message/${await world.message()}/claim`,
          body: { userId: people.owner.id },
        }),
      },
    },
    graph: {
      field: 'Mutation.claimSupportMessage',
      variables: async ({ world }) => ({ id: await world.message() }),
    },
  },
  mySupportMessages: { who: 'signed-in', graph: { field: 'Query.mySupportMessages' } },
  supportMessage: {
    who: 'support',
    graph: { field: 'Query.supportMessage', variables: async ({ world }) => ({ id: await world.message() }) },
  },
  assignSupportMessage: {
    who: 'admin',
    graph: {
      field: 'Mutation.assignSupportMessage',
      variables: async ({ world, people }) => ({ id: await world.message(), userId: people.support.id }),
    },
  },
};

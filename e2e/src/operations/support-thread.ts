import { createHmac } from 'node:crypto';
import { INBOUND_SECRET } from '../api.ts';
import type { Peopled } from '../world.ts';
import type { Operations } from './operation.ts';
import { pathOfChangedMessage } from './support.ts';

const LETTER = 'To: nobody@volant.example\r\nSubject: x\r\n\r\nx\r\n';
const signed = (letter: string) => `sha256=${createHmac('sha256', INBOUND_SECRET).update(letter).digest('hex')}`;

/** A message without an address. */
async function reportId(api: Peopled['api']): Promise<string> {
  const { message } = await api('POST', '/api/support/report', { pageId: 'some-page', reason: 'SPAM' });
  return message.id;
}

export const SUPPORT_THREAD: Operations = {
  replyToSupportMessage: {
    who: 'support',
    rest: {
      call: async ({ world }) => ({
        path: `/api/support/message/${await world.message()}/reply`,
        body: { message: 'We are looking into it.' },
      }),
      refusals: {
        MESSAGE_NOT_FOUND: () => ({ path: '/api/support/message/nothing/reply', body: { message: 'x' } }),
        CONTACT_FIELDS_REQUIRED: async ({ world }) => ({
          path: `/api/support/message/${await world.message()}/reply`,
          body: { message: ' ' },
        }),
        MESSAGE_TOO_LONG: async ({ world }) => ({
          path: `/api/support/message/${await world.message()}/reply`,
          body: { message: 'x'.repeat(20_000) },
        }),
        MESSAGE_WITHOUT_ADDRESS: async ({ api }) => ({
          path: `/api/support/message/${await reportId(api)}/reply`,
          body: { message: 'x' },
        }),
        THREAD_CHANGED: async ({ api, world, people }) => {
          const path = `/api/support/message/${await world.message()}/reply`;
          await api('POST', path, { message: 'x' }, people.admin.token);
          return { path, body: { message: 'x', seen: 0 } };
        },
        TOO_MANY_CHANGES: async (there) => ({
          path: `${await pathOfChangedMessage(there)}/reply`,
          body: { message: 'x' },
        }),
      },
    },
    graph: {
      field: 'Mutation.replyToSupportMessage',
      variables: async ({ world }) => ({ id: await world.message(), input: { message: 'x', status: 'PENDING' } }),
    },
  },
  announceSupportReply: {
    who: 'support',
    rest: {
      call: async ({ world }) => ({
        path: `/api/support/message/${await world.message()}/writing`,
        body: { writing: true },
      }),
      refusals: {
        MESSAGE_NOT_FOUND: () => ({ path: '/api/support/message/nothing/writing', body: { writing: false } }),
      },
    },
    graph: {
      field: 'Mutation.announceSupportReply',
      variables: async ({ world }) => ({ id: await world.message(), writing: true }),
    },
  },
  noteSupportMessage: {
    who: 'support',
    rest: {
      call: async ({ world }) => ({
        path: `/api/support/message/${await world.message()}/note`,
        body: { text: 'Called them.' },
      }),
      refusals: {
        MESSAGE_NOT_FOUND: () => ({ path: '/api/support/message/nothing/note', body: { text: 'x' } }),
        CONTACT_FIELDS_REQUIRED: async ({ world }) => ({
          path: `/api/support/message/${await world.message()}/note`,
          body: { text: ' ' },
        }),
        MESSAGE_TOO_LONG: async ({ world }) => ({
          path: `/api/support/message/${await world.message()}/note`,
          body: { text: 'x'.repeat(20_000) },
        }),
        TOO_MANY_CHANGES: async (there) => ({ path: `${await pathOfChangedMessage(there)}/note`, body: { text: 'x' } }),
      },
    },
    graph: {
      field: 'Mutation.noteSupportMessage',
      variables: async ({ world }) => ({ id: await world.message(), text: 'x' }),
    },
  },
  markSupportMessageRead: {
    who: 'support',
    rest: {
      call: async ({ world }) => ({
        path: `/api/support/message/${await world.message()}/read`,
        body: { read: true },
      }),
      refusals: {
        MESSAGE_NOT_FOUND: () => ({ path: '/api/support/message/nothing/read', body: { read: true } }),
        TOO_MANY_CHANGES: async (there) => ({
          path: `${await pathOfChangedMessage(there)}/read`,
          body: { read: false },
        }),
      },
    },
    graph: {
      field: 'Mutation.markSupportMessageRead',
      variables: async ({ world }) => ({ id: await world.message(), read: true }),
    },
  },
  blockSupportSender: {
    who: 'support',
    rest: {
      call: async ({ world }) => ({
        path: `/api/support/message/${await world.message()}/block`,
        body: { blocked: false },
      }),
      refusals: {
        MESSAGE_NOT_FOUND: () => ({ path: '/api/support/message/nothing/block', body: { blocked: true } }),
        MESSAGE_WITHOUT_ADDRESS: async ({ api }) => ({
          path: `/api/support/message/${await reportId(api)}/block`,
          body: { blocked: true },
        }),
      },
    },
    graph: {
      field: 'Mutation.blockSupportSender',
      variables: async ({ world }) => ({ id: await world.message(), blocked: false }),
    },
  },
  receiveSupportLetter: {
    who: 'anyone',
    rest: {
      call: () => ({ body: LETTER, headers: { 'x-volant-signature': signed(LETTER) } }),
      refusals: {
        LETTER_REFUSED: () => ({ body: LETTER }),
        VALIDATION_FAILED: () => ({ path: '/api/support/inbound?nonsense=1', body: LETTER }),
      },
    },
    graph: {
      field: 'Mutation.receiveSupportLetter',
      variables: () => ({ input: { letter: [LETTER], signature: signed(LETTER) } }),
    },
  },
};

import { createHmac } from 'node:crypto';
import { INBOUND_SECRET } from '../api.ts';
import type { Operations } from './operation.ts';

const MAIL = 'To: nobody@volant.example\r\nSubject: x\r\n\r\nx\r\n';
const signed = (mail: string) => `sha256=${createHmac('sha256', INBOUND_SECRET).update(mail).digest('hex')}`;

export const SUPPORT_THREAD: Operations = {
  replyToSupportMessage: {
    who: 'support',
    graph: {
      field: 'Mutation.replyToSupportMessage',
      variables: async ({ world }) => ({ id: await world.message(), input: { message: 'x', status: 'PENDING' } }),
    },
  },
  announceSupportReply: {
    who: 'support',
    graph: {
      field: 'Mutation.announceSupportReply',
      variables: async ({ world }) => ({ id: await world.message(), writing: true }),
    },
  },
  noteSupportMessage: {
    who: 'support',
    graph: {
      field: 'Mutation.noteSupportMessage',
      variables: async ({ world }) => ({ id: await world.message(), text: 'x' }),
    },
  },
  markSupportMessageRead: {
    who: 'support',
    graph: {
      field: 'Mutation.markSupportMessageRead',
      variables: async ({ world }) => ({ id: await world.message(), read: true }),
    },
  },
  blockSupportSender: {
    who: 'support',
    graph: {
      field: 'Mutation.blockSupportSender',
      variables: async ({ world }) => ({ id: await world.message(), blocked: false }),
    },
  },
  receiveSupportLetter: {
    who: 'anyone',
    rest: {
      call: () => ({ body: MAIL, headers: { 'x-volant-signature': signed(MAIL) } }),
      refusals: {
        LETTER_REFUSED: () => ({ body: MAIL }),
        VALIDATION_FAILED: () => ({ path: '/api/support/inbound?nonsense=1', body: MAIL }),
      },
    },
    graph: {
      field: 'Mutation.receiveSupportLetter',
      variables: () => ({ input: { letter: [MAIL], signature: signed(MAIL) } }),
    },
  },
};

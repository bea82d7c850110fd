import { createHmac } from 'node:crypto';
import { INBOUND_SECRET } from '../api.ts';
import type { Operations } from './operation.ts';

const LETTER = 'To: nobody@volant.example\r\nSubject: x\r\n\r\nx\r\n';
const signed = (letter: string) => `sha256=${createHmac('sha256', INBOUND_SECRET).update(letter).digest('hex')}`;

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

import type { Peopled } from '../world.ts';
import { type Operations, once } from './operation.ts';

const reply = { name: 'Lost card', texts: [{ language: 'en', text: 'Hello {name}, we are on it.' }] };
const CREATE = 'mutation($input: CannedReplyInput!) { createCannedReply(input: $input) { id } }';

async function newReplyId({ graph, people }: Peopled): Promise<string> {
  return (await graph(CREATE, { input: reply }, people.admin.token)).createCannedReply.id;
}

/** There can be a hundred only. */
const replyId = once(newReplyId);

export const CANNED_REPLIES: Operations = {
  cannedReplies: { who: 'support', graph: { field: 'Query.cannedReplies' } },
  createCannedReply: {
    who: 'support',
    graph: { field: 'Mutation.createCannedReply', variables: () => ({ input: reply }) },
  },
  changeCannedReply: {
    who: 'support',
    graph: {
      field: 'Mutation.changeCannedReply',
      variables: async (there) => ({ id: await replyId(there), input: { ...reply, name: 'Another' } }),
    },
  },
  deleteCannedReply: {
    who: 'support',
    graph: { field: 'Mutation.deleteCannedReply', variables: async (there) => ({ id: await newReplyId(there) }) },
  },
};

import type { Peopled } from '../world.ts';
import { CHANGES, changeOften, type MadeRestCall, type Operations, once } from './operation.ts';

const reply = { name: 'Lost card', texts: [{ language: 'en', text: 'Hello {name}, we are on it.' }] };
const text = (written: string) => ({ ...reply, texts: [{ language: 'fr', text: written }] });

async function newReplyId({ api, people }: Peopled): Promise<string> {
  return (await api('POST', '/api/support/canned-replies', reply, people.admin.token)).cannedReply.id;
}

/** There can be a hundred only. */
const replyId = once(newReplyId);

/** An agent who has reached the limit of changes, and a reply. */
const busyAgent = once(async (there) => {
  const { api, people, world } = there;
  const { id, ...agent } = await world.driver();
  await api('PATCH', `/api/admin/users/${id}/role`, { role: 'SUPPORT' }, people.superadmin.token);
  const token = await there.signIn(agent);
  const path = `/api/support/canned-replies/${await newReplyId(there)}`;
  await changeOften(CHANGES.cannedReplies, (time) => api('PUT', path, { ...reply, name: `Change ${time}` }, token));
  return { token, path };
});

const contentRefusals = (at: MadeRestCall): Readonly<Record<string, MadeRestCall>> => ({
  CANNED_REPLY_INCOMPLETE: async (there) => ({ ...(await at(there)), body: text(' ') }),
  NAME_TOO_LONG: async (there) => ({ ...(await at(there)), body: { ...reply, name: 'x'.repeat(5_000) } }),
  MESSAGE_TOO_LONG: async (there) => ({ ...(await at(there)), body: text('x'.repeat(20_000)) }),
  PLACEHOLDER_UNKNOWN: async (there) => ({ ...(await at(there)), body: text('Bonjour {nom},') }),
});

const someReply: MadeRestCall = async (there) => ({
  path: `/api/support/canned-replies/${await replyId(there)}`,
  body: reply,
});
const nothing = '/api/support/canned-replies/nothing';

export const CANNED_REPLIES: Operations = {
  cannedReplies: { who: 'support', rest: { call: () => ({}) }, graph: { field: 'Query.cannedReplies' } },
  createCannedReply: {
    who: 'support',
    rest: {
      call: () => ({ body: reply }),
      refusals: {
        ...contentRefusals(() => ({})),
        TOO_MANY_CHANGES: async (there) => ({ token: (await busyAgent(there)).token, body: reply }),
      },
    },
    graph: { field: 'Mutation.createCannedReply', variables: () => ({ input: reply }) },
  },
  changeCannedReply: {
    who: 'support',
    rest: {
      call: someReply,
      refusals: {
        ...contentRefusals(someReply),
        CANNED_REPLY_NOT_FOUND: () => ({ path: nothing, body: reply }),
        TOO_MANY_CHANGES: async (there) => ({ ...(await busyAgent(there)), body: reply }),
      },
    },
    graph: {
      field: 'Mutation.changeCannedReply',
      variables: async (there) => ({ id: await replyId(there), input: { ...reply, name: 'Another' } }),
    },
  },
  deleteCannedReply: {
    who: 'support',
    rest: {
      call: async (there) => ({ path: `/api/support/canned-replies/${await newReplyId(there)}` }),
      refusals: {
        CANNED_REPLY_NOT_FOUND: () => ({ path: nothing }),
        TOO_MANY_CHANGES: busyAgent,
      },
    },
    graph: { field: 'Mutation.deleteCannedReply', variables: async (there) => ({ id: await newReplyId(there) }) },
  },
};

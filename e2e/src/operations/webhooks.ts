import { eventually } from '../api.ts';
import type { Peopled } from '../world.ts';
import { type Operations, unknownId } from './operation.ts';

const PATH = '/api/admin/webhooks';
/** Leads nowhere, so its messages fail. */
const SETTINGS = { name: 'Shop', url: 'https://webhook.invalid/volant', types: ['PAGE_CLAIMED'], enabled: true };

/** Removes all webhooks, because their number is limited. */
async function room({ api, people }: Peopled): Promise<void> {
  const { webhooks } = await api('GET', PATH, undefined, people.admin.token);
  for (const { id } of webhooks) await api('DELETE', `${PATH}/${id}`, undefined, people.admin.token);
}

async function webhook(there: Peopled): Promise<string> {
  await room(there);
  return (await there.api('POST', PATH, SETTINGS, there.people.admin.token)).webhook.id;
}

/** Of a test that failed. */
async function delivery(there: Peopled): Promise<string> {
  const path = `${PATH}/${await webhook(there)}`;
  const { token } = there.people.admin;
  const { id } = await there.api('POST', `${path}/test`, undefined, token);
  await eventually(
    () => there.api('GET', `${path}/deliveries`, undefined, token),
    ({ deliveries }) => deliveries.length > 0,
  );
  return id;
}

const missing = (more = '') => ({ WEBHOOK_NOT_FOUND: () => ({ path: `${PATH}/${unknownId}${more}` }) });

export const WEBHOOKS: Operations = {
  listWebhooks: { who: 'admin', rest: { call: () => ({ path: PATH }) }, graph: { field: 'Query.webhooks' } },
  addWebhook: {
    who: 'admin',
    rest: {
      async call(there) {
        await room(there);
        return { body: SETTINGS };
      },
      refusals: {
        WEBHOOK_URL_INVALID: () => ({ body: { ...SETTINGS, url: 'http://example.com/' } }),
        async WEBHOOK_LIMIT_REACHED(there) {
          await room(there);
          return { body: SETTINGS };
        },
      },
    },
    graph: {
      field: 'Mutation.addWebhook',
      async variables(there) {
        await room(there);
        return { input: SETTINGS };
      },
    },
  },
  changeWebhook: {
    who: 'admin',
    rest: {
      call: async (there) => ({ path: `${PATH}/${await webhook(there)}`, body: { ...SETTINGS, enabled: false } }),
      refusals: {
        WEBHOOK_NOT_FOUND: () => ({ path: `${PATH}/${unknownId}`, body: SETTINGS }),
        WEBHOOK_URL_INVALID: () => ({
          path: `${PATH}/${unknownId}`,
          body: { ...SETTINGS, url: 'https://a:b@c.example' },
        }),
      },
    },
    graph: {
      field: 'Mutation.changeWebhook',
      variables: async (there) => ({ id: await webhook(there), input: SETTINGS }),
    },
  },
  removeWebhook: {
    who: 'admin',
    rest: { call: async (there) => ({ path: `${PATH}/${await webhook(there)}` }), refusals: missing() },
    graph: { field: 'Mutation.removeWebhook', variables: async (there) => ({ id: await webhook(there) }) },
  },
  rotateWebhookSecret: {
    who: 'admin',
    rest: { call: async (there) => ({ path: `${PATH}/${await webhook(there)}/secret` }), refusals: missing('/secret') },
    graph: { field: 'Mutation.rotateWebhookSecret', variables: async (there) => ({ id: await webhook(there) }) },
  },
  testWebhook: {
    who: 'admin',
    rest: { call: async (there) => ({ path: `${PATH}/${await webhook(there)}/test` }), refusals: missing('/test') },
    graph: { field: 'Mutation.testWebhook', variables: async (there) => ({ id: await webhook(there) }) },
  },
  listDeliveries: {
    who: 'admin',
    rest: {
      call: async (there) => ({ path: `${PATH}/${await webhook(there)}/deliveries?limit=1&state=DEAD` }),
      refusals: missing('/deliveries'),
    },
    graph: { field: 'Query.webhook', variables: async (there) => ({ id: await webhook(there) }) },
  },
  sendWebhookAgain: {
    who: 'admin',
    rest: {
      call: async (there) => ({ path: `/api/admin/deliveries/${await delivery(there)}/send` }),
      refusals: {
        DELIVERY_NOT_FOUND: () => ({ path: `/api/admin/deliveries/${unknownId}/send` }),
      },
    },
    graph: {
      field: 'Mutation.sendWebhookAgain',
      variables: async (there) => ({ deliveryId: await delivery(there) }),
    },
  },
};

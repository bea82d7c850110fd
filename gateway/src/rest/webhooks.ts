import { LONGEST_LABEL, LONGEST_WEBHOOK_URL } from '@volant/proto/text/lengths';
import { z } from 'zod';
import { fixedOperation } from '../supergraph/graph.ts';
import { LISTED } from './answers.ts';
import { fieldsOf } from './graph-shapes.ts';
import { graphEnum, ListQuery, listInParts, PAGING_FIELDS, requiredText, restList } from './inputs.ts';
import { type RestRegistrar, routesWith } from './route.ts';

const FIELDS = 'id name url types enabled addedAt';
const DELIVERY_FIELDS = 'id type at state attempts status problem triedAt nextAt';

const webhooks = fixedOperation(`query RestWebhooks { webhooks { ${FIELDS} } }`);
const deliveries = fixedOperation(`query RestDeliveries($id: ID!, $state: DeliveryState, $first: Int, $after: String) {
  webhook(id: $id) {
    deliveries(state: $state, first: $first, after: $after) { nodes { ${DELIVERY_FIELDS} } ${PAGING_FIELDS} }
  }
}`);
const addWebhook = fixedOperation(
  `mutation RestAddWebhook($input: WebhookInput!) { addWebhook(input: $input) { webhook { ${FIELDS} } secret } }`,
);
const changeWebhook = fixedOperation(
  `mutation RestChangeWebhook($id: ID!, $input: WebhookInput!) { changeWebhook(id: $id, input: $input) { ${FIELDS} } }`,
);
const rotateSecret = fixedOperation(
  `mutation RestRotateWebhookSecret($id: ID!) { rotateWebhookSecret(id: $id) { webhook { ${FIELDS} } secret } }`,
);
const removeWebhook = fixedOperation('mutation RestRemoveWebhook($id: ID!) { removeWebhook(id: $id) { id } }');
const testWebhook = fixedOperation('mutation RestTestWebhook($id: ID!) { testWebhook(id: $id) { id } }');
const sendAgain = fixedOperation(
  'mutation RestSendWebhookAgain($id: ID!) { sendWebhookAgain(deliveryId: $id) { id } }',
);

const WebhookWithSecret = z.strictObject(fieldsOf(addWebhook, 'addWebhook'));
const RequestedDelivery = z.strictObject(fieldsOf(testWebhook, 'testWebhook'));
const DeliveryList = z.strictObject({ deliveries: fieldsOf(deliveries, 'webhook', 'deliveries').nodes, ...LISTED });

const DeliveryListQuery = ListQuery.extend({ state: graphEnum('DeliveryState').optional() });
const WebhookType = graphEnum('WebhookType');
const Settings = z.strictObject({
  name: requiredText({ maxLength: LONGEST_LABEL }),
  url: requiredText({ maxLength: LONGEST_WEBHOOK_URL }).meta({ description: 'An https address.' }),
  types: z.array(WebhookType).max(WebhookType.options.length),
  enabled: z.boolean().default(true),
});

/** Addresses outside that receive events, for administrators. */
export function registerWebhooks(register: RestRegistrar): void {
  const route = routesWith(register, { tag: 'administration', access: 'admin' });
  route({
    id: 'listWebhooks',
    summary: 'List the webhooks, without their secrets.',
    answer: z.strictObject(fieldsOf(webhooks)),
    endpoint: 'GET /api/admin/webhooks',
    handle: ({ run }) => run(webhooks, {}),
  });
  route({
    id: 'addWebhook',
    summary: 'Add a webhook, and get the secret that signs its messages.',
    codes: ['WEBHOOK_URL_INVALID', 'WEBHOOK_LIMIT_REACHED'],
    answer: WebhookWithSecret,
    endpoint: 'POST /api/admin/webhooks',
    body: Settings,
    handle: ({ body: input, ask }) => ask(addWebhook, { input }),
  });
  route({
    id: 'changeWebhook',
    summary: 'Replace all settings of a webhook.',
    codes: ['WEBHOOK_NOT_FOUND', 'WEBHOOK_URL_INVALID'],
    idempotent: true,
    answer: z.strictObject({ webhook: fieldsOf(changeWebhook).changeWebhook }),
    endpoint: 'PUT /api/admin/webhooks/:id',
    body: Settings,
    handle: async ({ params, body: input, ask }) => ({ webhook: await ask(changeWebhook, { ...params, input }) }),
  });
  route({
    id: 'removeWebhook',
    summary: 'Remove a webhook with what waits for it.',
    codes: ['WEBHOOK_NOT_FOUND'],
    idempotent: true,
    endpoint: 'DELETE /api/admin/webhooks/:id',
    handle: ({ params, run }) => run(removeWebhook, params),
  });
  route({
    id: 'rotateWebhookSecret',
    summary: 'Give a webhook another secret. For a day messages are also signed with the former one.',
    codes: ['WEBHOOK_NOT_FOUND'],
    answer: WebhookWithSecret,
    endpoint: 'POST /api/admin/webhooks/:id/secret',
    handle: ({ params, ask }) => ask(rotateSecret, params),
  });
  route({
    id: 'testWebhook',
    summary: 'Send a message that only says that it is a test.',
    codes: ['WEBHOOK_NOT_FOUND'],
    answer: RequestedDelivery,
    endpoint: 'POST /api/admin/webhooks/:id/test',
    handle: ({ params, ask }) => ask(testWebhook, params),
  });
  route({
    id: 'listDeliveries',
    summary: 'List the last messages for a webhook that were tried, newest first.',
    codes: ['WEBHOOK_NOT_FOUND'],
    answer: DeliveryList,
    endpoint: 'GET /api/admin/webhooks/:id/deliveries',
    query: DeliveryListQuery,
    async handle({ params, query: { state, ...paging }, ask }) {
      const listed = { ...params, state: state ?? null };
      const list = await listInParts(
        paging,
        async (part) => (await ask(deliveries, { ...listed, ...part })).deliveries,
      );
      return { deliveries: list.nodes, ...restList(list) };
    },
  });
  route({
    id: 'sendWebhookAgain',
    summary: 'Send a message once more, whatever came of it.',
    codes: ['DELIVERY_NOT_FOUND'],
    answer: RequestedDelivery,
    endpoint: 'POST /api/admin/deliveries/:id/send',
    handle: ({ params, ask }) => ask(sendAgain, params),
  });
}

import { z } from 'zod';
import { fixedOperation } from '../supergraph/graph.ts';
import { Success } from './answers.ts';
import { IdParams, ListQuery, PAGING_FIELDS, pagingOf, requiredText, restList } from './inputs.ts';
import type { RestRegistrar } from './route.ts';
import {
  DeliveryList,
  DeliveryState,
  RequestedDelivery,
  WebhookAnswer,
  WebhookList,
  WebhookType,
  WebhookWithSecret,
} from './webhook-answers.ts';

const FIELDS = 'id name url types enabled addedAt';
const DELIVERY_FIELDS = 'id type at state attempts status problem triedAt nextAt';

const webhooks = fixedOperation('RestWebhooks', `query RestWebhooks { webhooks { ${FIELDS} } }`);
const deliveries = fixedOperation(
  'RestDeliveries',
  `query RestDeliveries($id: ID!, $state: DeliveryState, $first: Int, $after: String) {
    webhook(id: $id) {
      deliveries(state: $state, first: $first, after: $after) { nodes { ${DELIVERY_FIELDS} } ${PAGING_FIELDS} }
    }
  }`,
);
const addWebhook = fixedOperation(
  'RestAddWebhook',
  `mutation RestAddWebhook($input: WebhookInput!) { addWebhook(input: $input) { webhook { ${FIELDS} } secret } }`,
);
const changeWebhook = fixedOperation(
  'RestChangeWebhook',
  `mutation RestChangeWebhook($id: ID!, $input: WebhookInput!) { changeWebhook(id: $id, input: $input) { ${FIELDS} } }`,
);
const rotateSecret = fixedOperation(
  'RestRotateWebhookSecret',
  `mutation RestRotateWebhookSecret($id: ID!) { rotateWebhookSecret(id: $id) { webhook { ${FIELDS} } secret } }`,
);
const removeWebhook = fixedOperation(
  'RestRemoveWebhook',
  'mutation RestRemoveWebhook($id: ID!) { removeWebhook(id: $id) { id } }',
);
const testWebhook = fixedOperation(
  'RestTestWebhook',
  'mutation RestTestWebhook($id: ID!) { testWebhook(id: $id) { id } }',
);
const sendAgain = fixedOperation(
  'RestSendWebhookAgain',
  'mutation RestSendWebhookAgain($id: ID!) { sendWebhookAgain(deliveryId: $id) { id } }',
);

const DeliveryListQuery = ListQuery.extend({ state: DeliveryState.optional() });
const Settings = z.strictObject({
  name: requiredText({ maxLength: 80 }),
  url: requiredText({ maxLength: 500 }).meta({ description: 'An https address.' }),
  types: z.array(WebhookType).max(WebhookType.options.length),
  enabled: z.boolean().default(true),
});

/** Addresses outside that are told what happens, for administrators. */
export function registerWebhooks(route: RestRegistrar): void {
  route({
    id: 'listWebhooks',
    tag: 'administration',
    summary: 'List the webhooks, without their secrets.',
    access: 'admin',
    answer: WebhookList,
    method: 'GET',
    url: '/api/admin/webhooks',
    async handle({ graph, call }) {
      return { webhooks: [...(await graph.run(webhooks, {}, call)).webhooks] };
    },
  });
  route({
    id: 'addWebhook',
    tag: 'administration',
    summary: 'Add a webhook, and get the secret that signs its messages.',
    access: 'admin',
    codes: ['WEBHOOK_URL_INVALID', 'WEBHOOK_LIMIT_REACHED'],
    idempotent: true,
    answer: WebhookWithSecret,
    method: 'POST',
    url: '/api/admin/webhooks',
    body: Settings,
    async handle({ body: input, graph, call }) {
      return (await graph.run(addWebhook, { input }, call)).addWebhook;
    },
  });
  route({
    id: 'changeWebhook',
    tag: 'administration',
    summary: 'Replace all settings of a webhook.',
    access: 'admin',
    codes: ['WEBHOOK_NOT_FOUND', 'WEBHOOK_URL_INVALID'],
    idempotent: true,
    answer: WebhookAnswer,
    method: 'PUT',
    url: '/api/admin/webhooks/:id',
    params: IdParams,
    body: Settings,
    async handle({ params, body: input, graph, call }) {
      return { webhook: (await graph.run(changeWebhook, { ...params, input }, call)).changeWebhook };
    },
  });
  route({
    id: 'removeWebhook',
    tag: 'administration',
    summary: 'Remove a webhook with what waits for it.',
    access: 'admin',
    codes: ['WEBHOOK_NOT_FOUND'],
    idempotent: true,
    answer: Success,
    method: 'DELETE',
    url: '/api/admin/webhooks/:id',
    params: IdParams,
    async handle({ params, graph, call }) {
      await graph.run(removeWebhook, params, call);
      return { success: true as const };
    },
  });
  route({
    id: 'rotateWebhookSecret',
    tag: 'administration',
    summary: 'Give a webhook another secret. For a day messages are also signed with the former one.',
    access: 'admin',
    codes: ['WEBHOOK_NOT_FOUND'],
    idempotent: true,
    answer: WebhookWithSecret,
    method: 'POST',
    url: '/api/admin/webhooks/:id/secret',
    params: IdParams,
    async handle({ params, graph, call }) {
      return (await graph.run(rotateSecret, params, call)).rotateWebhookSecret;
    },
  });
  route({
    id: 'testWebhook',
    tag: 'administration',
    summary: 'Send a message that only says that it is a test.',
    access: 'admin',
    codes: ['WEBHOOK_NOT_FOUND'],
    idempotent: true,
    answer: RequestedDelivery,
    method: 'POST',
    url: '/api/admin/webhooks/:id/test',
    params: IdParams,
    async handle({ params, graph, call }) {
      return (await graph.run(testWebhook, params, call)).testWebhook;
    },
  });
  route({
    id: 'listDeliveries',
    tag: 'administration',
    summary: 'List the last messages for a webhook that were tried, newest first.',
    access: 'admin',
    codes: ['WEBHOOK_NOT_FOUND'],
    answer: DeliveryList,
    method: 'GET',
    url: '/api/admin/webhooks/:id/deliveries',
    params: IdParams,
    query: DeliveryListQuery,
    async handle({ params, query: { state, ...paging }, graph, call }) {
      const variables = { ...params, state: state ?? null, ...pagingOf(paging) };
      const list = (await graph.run(deliveries, variables, call)).webhook.deliveries;
      return { deliveries: [...list.nodes], ...restList(list) };
    },
  });
  route({
    id: 'sendWebhookAgain',
    tag: 'administration',
    summary: 'Send a message once more, whatever came of it.',
    access: 'admin',
    codes: ['DELIVERY_NOT_FOUND'],
    idempotent: true,
    answer: RequestedDelivery,
    method: 'POST',
    url: '/api/admin/deliveries/:id/send',
    params: IdParams,
    async handle({ params, graph, call }) {
      return (await graph.run(sendAgain, params, call)).sendWebhookAgain;
    },
  });
}

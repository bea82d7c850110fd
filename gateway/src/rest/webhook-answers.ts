import { z } from 'zod';
import { Count, Instant } from './answers.ts';

export const WebhookType = z.enum(['PAGE_CLAIMED', 'PAGE_CHANGED', 'BATCH_MADE', 'MESSAGE_RECEIVED']).meta({
  id: 'WebhookType',
});
export const DeliveryState = z.enum(['DELIVERED', 'RETRYING', 'DEAD']).meta({
  id: 'DeliveryState',
  description: 'RETRYING: the last attempt failed, and another one follows. DEAD: given up after a day.',
});
const Webhook = z.strictObject({
  id: z.string(),
  name: z.string(),
  url: z.string(),
  types: z.array(WebhookType),
  enabled: z.boolean(),
  addedAt: Instant,
});
const Delivery = z.strictObject({
  id: z.string(),
  type: z.enum([...WebhookType.options, 'TEST']),
  at: Instant,
  state: DeliveryState,
  attempts: Count,
  status: Count.nullable().meta({ description: 'Status of the last answer.' }),
  problem: z.enum(['REFUSED', 'TIMEOUT', 'UNREACHABLE', 'PRIVATE_ADDRESS', 'NOT_TRIED']).nullable(),
  triedAt: Instant,
  nextAt: Instant.nullable(),
});
export const WebhookList = z.strictObject({ webhooks: z.array(Webhook) });
export const WebhookAnswer = z.strictObject({ webhook: Webhook });
export const WebhookWithSecret = z.strictObject({
  webhook: Webhook,
  secret: z.string().meta({ description: 'Signs the messages. It is not shown again.' }),
});
export const DeliveryList = z.strictObject({
  deliveries: z.array(Delivery),
  total: Count,
  cursor: z.string().nullable(),
});
export const RequestedDelivery = z.strictObject({
  id: z.string().meta({ description: 'The id that its delivery has.' }),
});

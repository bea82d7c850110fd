import { errorCatalogue } from '@volant/infra/errors/error-catalogue';
import type { Consumer } from '@volant/infra/message-log/message-log';
import { text } from '@volant/infra/text/outside-text';
import { z } from 'zod';
import type { CommandPorts } from '../page/commands/page-commands.ts';
import type { PagesFeature } from '../page/pages-feature.ts';
import { loadEndpoints } from './commands.ts';
import { tidyDeliveries } from './deliveries.ts';
import { createDispatcher, disabledNotices } from './dispatcher.ts';
import { endpointCodec } from './endpoints.ts';
import errorTexts from './errors.json' with { type: 'json' };
import { createPost, type PostMessage } from './post.ts';
import { WEBHOOK_RESOLVERS } from './resolvers.ts';
import { consumeMessages, MESSAGE_OCCURRENCES, noticeCodec } from './support-messages.ts';

/** Hosts that one setting may name. */
const MAX_PRIVATE_HOSTS = 10;

const SHAPE = {
  /** Host names of receivers in the operator's own network. */
  VOLANT_WEBHOOK_PRIVATE_HOSTS: text()
    .transform((list) => list.split(',').map((entry) => entry.trim().toLowerCase()))
    .pipe(
      z
        .array(text().regex(/^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/, 'each entry must be a host name such as shop.internal'))
        .max(MAX_PRIVATE_HOSTS, `must name at most ${MAX_PRIVATE_HOSTS} hosts`),
    )
    .default([]),
};

export interface WebhookPorts {
  /** Posts messages to webhooks; by default over https. */
  readonly postMessage?: PostMessage;
}

export const webhooks = {
  resolvers: WEBHOOK_RESOLVERS,
  errors: errorCatalogue(
    {
      WEBHOOK_NOT_FOUND: { status: 404 },
      WEBHOOK_LIMIT_REACHED: { status: 409 },
      WEBHOOK_URL_INVALID: { status: 400, field: 'url' },
      DELIVERY_NOT_FOUND: { status: 404 },
    },
    errorTexts,
  ),
  events: [endpointCodec, noticeCodec],
  settings: { shape: SHAPE },
  occurrences: MESSAGE_OCCURRENCES,
  notices: disabledNotices,
  subscriptions(ports: CommandPorts & WebhookPorts) {
    const { settings, postMessage } = ports;
    const post = postMessage ?? createPost({ privateHosts: settings.webhookPrivateHosts ?? [] });
    return [createDispatcher({ ...ports, post }), messagesOfSupport(ports)];
  },
  jobs: (ports) => [{ name: 'deliveries of webhooks', run: () => tidyDeliveries(ports) }],
} satisfies PagesFeature;

function messagesOfSupport(ports: CommandPorts) {
  let consumer: Consumer | undefined;
  return {
    async start() {
      consumer = await consumeMessages({ ...ports, endpoints: () => loadEndpoints(ports) });
    },
    stop: async () => consumer?.stop(),
  };
}

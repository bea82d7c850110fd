import { requireAdministrator } from '@volant/infra/auth/guards';
import { guarded } from '@volant/infra/graphql/guarded';
import { mapPart } from '@volant/infra/views/newest-first';
import { pastedAddress } from '@volant/proto/contact/pasted-address';
import { LONGEST_LABEL, LONGEST_WEBHOOK_URL } from '@volant/proto/text/lengths';
import type { CommandPorts } from '../page/commands/page-commands.ts';
import { parseField } from '../page/domain/profile.ts';
import { typedText } from '../page/domain/text.ts';
import { OCCURRENCE_TYPES } from '../page/occurrences.ts';
import { sent } from '../page/sent.ts';
import type { MutationResolvers, QueryResolvers, WebhookInput, WebhookResolvers } from '../schema.generated.ts';
import {
  addEndpoint,
  changeEndpoint,
  endpointIn,
  loadEndpoints,
  removeEndpoint,
  rotateSecret,
  sendAgain,
  testEndpoint,
} from './commands.ts';
import { listDeliveries, type TriedDelivery } from './deliveries.ts';
import type { Endpoint, EndpointSettings } from './endpoints.ts';
import { isPrivateHost } from './post.ts';

const nameInput = typedText({ max: LONGEST_LABEL }).refine((name) => name !== '');
const urlInput = (privateHosts: readonly string[]) =>
  typedText({ max: LONGEST_WEBHOOK_URL })
    .transform((given) => usableUrl(pastedAddress(given), privateHosts) ?? '')
    .refine((url) => url !== '', { params: { code: 'WEBHOOK_URL_INVALID' } })
    .refine((url) => url.length <= LONGEST_WEBHOOK_URL, { params: { limit: LONGEST_WEBHOOK_URL } });

/** Without signs that readers and programs take for the end of the host in different ways, and without a name or password. */
const HTTPS = /^https:\/\/[^\s\\/?#@]+(?:[/?#][^\s\\]*)?$/i;

/**
 * The address as it is called, so that the list shows that. Where names lead is checked for each delivery, except those
 * that are certainly private.
 */
function usableUrl(given: string, privateHosts: readonly string[]): string | undefined {
  if (!HTTPS.test(given) || !URL.canParse(given)) return undefined;
  const url = new URL(given);
  const { hostname, port, hash } = url;
  if (isPrivateHost(hostname) && !privateHosts.includes(hostname)) return undefined;
  if (hash !== '' || port === '0' || /^\.|\.\./.test(hostname)) return undefined;
  // An empty one.
  url.hash = '';
  return url.href;
}

/** @throws DomainError VALIDATION_FAILED, WEBHOOK_URL_INVALID */
function parseWebhook({ name, url, types, enabled }: WebhookInput, { settings }: CommandPorts): EndpointSettings {
  return {
    name: parseField('name', nameInput, name),
    url: parseField('url', urlInput(settings.webhookPrivateHosts ?? []), url),
    types: OCCURRENCE_TYPES.filter((type) => types.includes(type)),
    enabled: enabled ?? true,
  };
}

const Query = {
  webhooks: guarded(requireAdministrator, async (_, { commands }) =>
    (await loadEndpoints(commands)).map((endpoint) => shownWebhook(endpoint)),
  ),

  webhook: guarded(requireAdministrator, async ({ id }, { commands }) =>
    shownWebhook(endpointIn(await loadEndpoints(commands), id)),
  ),
} satisfies QueryResolvers;

const Mutation = {
  addWebhook: sent(requireAdministrator, async (ports, { input }, caller) =>
    withSecret(await addEndpoint(ports, parseWebhook(input, ports), caller)),
  ),
  changeWebhook: sent(requireAdministrator, async (ports, { id, input }, caller) =>
    shownWebhook(await changeEndpoint(ports, id, parseWebhook(input, ports), caller)),
  ),
  rotateWebhookSecret: sent(requireAdministrator, async (ports, { id }, caller) =>
    withSecret(await rotateSecret(ports, id, caller)),
  ),
  removeWebhook: sent(requireAdministrator, async (ports, { id }, caller) => {
    await removeEndpoint(ports, id, caller);
    return { id };
  }),
  testWebhook: sent(requireAdministrator, async (ports, { id }, caller) => ({
    id: await testEndpoint(ports, id, caller),
  })),
  sendWebhookAgain: sent(requireAdministrator, async (ports, { deliveryId }, caller) => ({
    id: await sendAgain(ports, deliveryId, caller),
  })),
} satisfies MutationResolvers;

/** Only administrators get a Webhook: each way to one checks that. */
const Webhook = {
  deliveries: async ({ id }, { state, ...paging }, { commands }) =>
    mapPart(await listDeliveries(commands.stateStore, id, state ?? undefined, paging), shownDelivery),
} satisfies WebhookResolvers;

export const WEBHOOK_RESOLVERS = { Query, Mutation, Webhook };

export type ShownWebhook = ReturnType<typeof shownWebhook>;

/** Without its secret. */
function shownWebhook({ id, name, url, types, enabled, addedAt }: Endpoint) {
  return { id, name, url, types: [...types], enabled, addedAt };
}

function withSecret(endpoint: Endpoint) {
  return { webhook: shownWebhook(endpoint), secret: endpoint.secret };
}

function shownDelivery({ _id: id, ...delivery }: TriedDelivery) {
  return { id, ...delivery };
}

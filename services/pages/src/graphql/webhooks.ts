import { mapPart } from '@volant/infra/views/newest-first';
import { pastedAddress } from '@volant/proto/contact/pasted-address';
import { LONGEST_LABEL, LONGEST_WEBHOOK_URL } from '@volant/proto/text/lengths';
import { parseField } from '../page/profile.ts';
import { typedText } from '../page/text.ts';
import type { DeliveryDocument } from '../views/deliveries/delivery-document.ts';
import { type Endpoint, type EndpointSettings, WEBHOOK_TYPES } from '../webhooks/endpoints.ts';
import { isPrivateHost } from '../webhooks/post.ts';
import type { PagesContext } from './context.ts';
import type { WebhookInput, WebhookResolvers } from './schema.generated.ts';

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
export function parseWebhook(
  { name, url, types, enabled }: WebhookInput,
  { privateHosts }: PagesContext,
): EndpointSettings {
  return {
    name: parseField('name', nameInput, name),
    url: parseField('url', urlInput(privateHosts), url),
    types: WEBHOOK_TYPES.filter((type) => types.includes(type)),
    enabled: enabled ?? true,
  };
}

/** Only administrators get a Webhook: each way to one checks that. */
export const Webhook = {
  deliveries: async ({ id }, { state, ...paging }, { deliveries }) =>
    mapPart(await deliveries.list(id, state ?? undefined, paging), shownDelivery),
} satisfies WebhookResolvers;

export type ShownWebhook = ReturnType<typeof shownWebhook>;

/** Without its secret. */
export function shownWebhook({ id, name, url, types, enabled, addedAt }: Endpoint) {
  return { id, name, url, types: [...types], enabled, addedAt };
}

export function withSecret(endpoint: Endpoint) {
  return { webhook: shownWebhook(endpoint), secret: endpoint.secret };
}

function shownDelivery({ _id: id, ...delivery }: DeliveryDocument) {
  return { id, ...delivery };
}

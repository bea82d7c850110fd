import { randomBytes } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import type { Endpoint } from './endpoints.ts';

const PREFIX = 'whsec_';
const SECRET_BYTES = 32;

export function newSecret(): string {
  return PREFIX + randomBytes(SECRET_BYTES).toString('base64');
}

/** Headers of a message by the Standard Webhooks specification. */
export function signedHeaders({ secret, formerSecret }: Endpoint, id: string, body: string, now: Date) {
  const secrets = formerSecret !== null && Date.parse(formerSecret.until) > now.getTime() ? [formerSecret.secret] : [];
  return {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
    'webhook-signature': [secret, ...secrets].map((each) => new Webhook(each).sign(id, now, body)).join(' '),
  };
}

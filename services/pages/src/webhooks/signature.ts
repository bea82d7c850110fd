import { createHmac, randomBytes } from 'node:crypto';
import type { Endpoint } from './endpoints.ts';

const PREFIX = 'whsec_';
const SECRET_BYTES = 32;

export function newSecret(): string {
  return PREFIX + randomBytes(SECRET_BYTES).toString('base64');
}

/** Headers of a message by the Standard Webhooks specification. */
export function signedHeaders({ secret, formerSecret }: Endpoint, id: string, body: string, now: Date) {
  const timestamp = String(Math.floor(now.getTime() / 1000));
  const secrets = formerSecret !== null && Date.parse(formerSecret.until) > now.getTime() ? [formerSecret.secret] : [];
  const signatures = [secret, ...secrets].map((each) => {
    const key = Buffer.from(each.slice(PREFIX.length), 'base64');
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`;
  });
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures.join(' ') };
}

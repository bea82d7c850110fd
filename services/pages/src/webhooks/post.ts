import { randomBytes } from 'node:crypto';
import { lookup as systemLookup } from 'node:dns';
import type { IncomingMessage } from 'node:http';
import { request } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { isPublicAddress } from '@volant/infra/network/address';
import { Webhook } from 'standardwebhooks';
import type { DeliveryProblem } from './deliveries.ts';
import type { Endpoint } from './endpoints.ts';

/** What came of an attempt; no problem: the receiver has the message. */
export interface Attempt {
  readonly status: number | null;
  readonly problem: DeliveryProblem | null;
  /** How long a busy receiver wants no message (429, 503). */
  readonly retryAfterMs?: number;
}

export type PostMessage = (
  url: string,
  headers: Readonly<Record<string, string>>,
  body: string,
  signal: AbortSignal,
) => Promise<Attempt>;

export interface PostOptions {
  /** Host names that may have addresses of private networks. */
  readonly privateHosts: readonly string[];
  readonly lookup?: LookupFunction;
  readonly timeoutMs?: number;
}

const TIMEOUT_MS = 10_000;
/** Maximum bytes read of a response, so that the receiver can end it; its text is not used. */
const MAX_ANSWER = 64 * 1024;
const BUSY: ReadonlySet<number> = new Set([429, 503]);

/** Names without a domain, and domains that the public name system never has. */
const PRIVATE_NAME = /^[^.]*\.?$|\.(localhost|local|internal|lan|home\.arpa)\.?$/;

class PrivateAddress extends Error {}

/** Whether a host of a URL is certainly in a private network, without a lookup. */
export function isPrivateHost(host: string): boolean {
  const literal = host.replace(/^\[|\]$/g, '');
  return isIP(literal) === 0 ? PRIVATE_NAME.test(host) : !isPublicAddress(literal);
}

/**
 * Posts messages over https. Addresses are checked when the connection is made, so that a name cannot lead elsewhere
 * after the check; redirects are not followed.
 */
export function createPost(options: PostOptions): PostMessage {
  const { privateHosts, timeoutMs = TIMEOUT_MS } = options;
  const resolve = options.lookup ?? (systemLookup as LookupFunction);
  const mayReach = (host: string, address: string) => privateHosts.includes(host) || isPublicAddress(address);

  const lookup: LookupFunction = (host, lookupOptions, callback) => {
    resolve(host, { ...lookupOptions, all: true }, (error, found) => {
      if (error !== null) {
        callback(error, []);
        return;
      }
      const addresses = (Array.isArray(found) ? found : []).filter(({ address }) => mayReach(host, address));
      const [first] = addresses;
      if (first === undefined) callback(new PrivateAddress(), []);
      else if (lookupOptions.all) callback(null, addresses);
      else callback(null, first.address, first.family);
    });
  };

  return async (url, headers, body, signal) => {
    const host = new URL(url).hostname;
    // Node connects to a literal address without a lookup.
    if (isPrivateHost(host) && !privateHosts.includes(host)) return { status: null, problem: 'PRIVATE_ADDRESS' };
    const timeout = AbortSignal.timeout(timeoutMs);
    try {
      const answer = await send({ url, headers, body, lookup, signal: AbortSignal.any([signal, timeout]) });
      return attemptOf(answer);
    } catch (error) {
      if (error instanceof PrivateAddress) return { status: null, problem: 'PRIVATE_ADDRESS' };
      return { status: null, problem: timeout.aborted ? 'TIMEOUT' : 'UNREACHABLE' };
    }
  };
}

interface Sending {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly lookup: LookupFunction;
  readonly signal: AbortSignal;
}

function attemptOf({ statusCode: status = 0, headers }: IncomingMessage): Attempt {
  const retryAfterMs = BUSY.has(status) ? delayIn(headers['retry-after']) : undefined;
  const problem = status >= 200 && status < 300 ? null : 'REFUSED';
  return { status, problem, ...(retryAfterMs !== undefined && { retryAfterMs }) };
}

/** The delay in a Retry-After header: seconds, or a date. */
function delayIn(header: string | undefined): number | undefined {
  if (header === undefined) return undefined;
  const ms = /^\d{1,9}$/.test(header.trim()) ? Number(header) * 1_000 : Date.parse(header) - Date.now();
  return ms > 0 ? ms : undefined;
}

/** Resolves when the head of the answer has come: by then the receiver has the message, whatever happens to the rest. */
function send({ url, headers, body, lookup, signal }: Sending): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    // A new connection: a reused one might lead to an address that was checked for another name.
    const outgoing = request(url, { method: 'POST', agent: false, lookup, signal });
    for (const [name, value] of Object.entries(headers)) outgoing.setHeader(name, value);
    outgoing.setHeader('content-type', 'application/json');
    outgoing.setHeader('user-agent', 'Volant-Webhooks');
    outgoing.on('error', reject);
    outgoing.on('response', (answer) => {
      let read = 0;
      answer.on('data', (part: Buffer) => {
        read += part.length;
        if (read > MAX_ANSWER) answer.destroy();
      });
      answer.on('error', () => {});
      resolve(answer);
    });
    outgoing.end(body);
  });
}

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

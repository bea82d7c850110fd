import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { type Address, parseAddress, parseRanges } from '../../network/address.ts';
import { tidyForwardedFor } from '../../network/client-address.ts';
import type { Measures } from '../observability/metrics.ts';
import type { Notices } from '../shell/notices.ts';

/** Private and local ranges. Only their addresses are logged: any other may be a visitor's. */
const OWN_NETWORKS = parseRanges([
  ...['127.0.0.0/8', '10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '169.254.0.0/16', '100.64.0.0/10'],
  ...['::1', 'fc00::/7', 'fe80::/10'],
]);

/** Requests whose X-Forwarded-For contains something other than addresses. */
const unreadable = new WeakSet<IncomingMessage>();

/** Has the server read X-Forwarded-For with ports and brackets. Registered before everything that asks for addresses. */
export function readForwarded(server: FastifyInstance): void {
  server.addHook('onRequest', ({ raw }, _, done) => {
    if (!tidyForwardedFor(raw.headers)) unreadable.add(raw);
    done();
  });
}

/** What proxies say of the address of their client. Volant reads the first one only. */
const HEADERS = ['X-Forwarded-For', 'Forwarded', 'X-Real-IP'] as const;

export interface ForwardedWatch {
  readonly trustedProxies: readonly string[];
  readonly measures: Measures;
  readonly notices: Notices;
}

/**
 * Says so when a proxy forwards requests and is not in VOLANT_TRUSTED_PROXIES, or does not say their addresses in
 * X-Forwarded-For: all its visitors then share the limits of one address, and most of their scans are refused.
 */
export function watchForwarded(server: FastifyInstance, { trustedProxies, measures, notices }: ForwardedWatch): void {
  const trusted = parseRanges(trustedProxies);
  /** Connections of trusted proxies, which carry many requests. */
  const known = new WeakSet<Socket>();
  const count = measures.counter(
    'untrusted_forwarded_total',
    'Forwarded requests from a proxy that is not in VOLANT_TRUSTED_PROXIES, or without X-Forwarded-For.',
  );

  function tellUnreadable(): void {
    count();
    notices.tell(
      'VOLANT_TRUSTED_PROXIES: a trusted proxy sends X-Forwarded-For with entries that are no IP addresses, so all requests with such an entry count as one visitor; let it send the addresses of its clients',
    );
  }

  server.addHook('onRequest', ({ raw }, _, done) => {
    done();
    const { headers, socket } = raw;
    const header = HEADERS.find((name) => headers[name.toLowerCase()] !== undefined);
    const isUnreadable = unreadable.has(raw);
    if (header === undefined || (known.has(socket) && !isUnreadable)) return;
    const peer = parseAddress(socket.remoteAddress ?? '');
    if (peer === undefined) return;
    const isTrusted = trusted.contains(peer);
    if (isTrusted && header === 'X-Forwarded-For') {
      known.add(socket);
      if (isUnreadable) tellUnreadable();
      return;
    }
    count();
    notices.tell(untrusted(peer, header, isTrusted));
  });
}

function untrusted(peer: Address, header: (typeof HEADERS)[number], isTrusted: boolean): string {
  const sender = OWN_NETWORKS.contains(peer) ? peer.toString() : 'an address of the Internet';
  const remedies = [
    ...(isTrusted ? [] : ['name its address there']),
    ...(header === 'X-Forwarded-For' ? [] : ['let it send X-Forwarded-For, which alone is read']),
  ];
  return `VOLANT_TRUSTED_PROXIES: requests come from ${sender} with ${header}, which is not trusted, so all of them count as one visitor; if your proxy sends them, ${remedies.join(', and ')}`;
}

import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { parseAddress, parseRanges } from '../../network/address.ts';
import type { Measures } from '../observability/metrics.ts';
import type { Notices } from '../shell/notices.ts';

/** Private and local ranges. Only their addresses are logged: any other may be a visitor's. */
const OWN_NETWORKS = parseRanges([
  ...['127.0.0.0/8', '10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '169.254.0.0/16', '100.64.0.0/10'],
  ...['::1', 'fc00::/7', 'fe80::/10'],
]);

export interface ForwardedWatch {
  readonly trustedProxies: readonly string[];
  readonly measures: Measures;
  readonly notices: Notices;
}

/**
 * Says so when a proxy that is not in VOLANT_TRUSTED_PROXIES forwards requests: all its visitors then share the limits
 * of one address, and most of their scans are refused.
 */
export function watchForwarded(server: FastifyInstance, { trustedProxies, measures, notices }: ForwardedWatch): void {
  const trusted = parseRanges(trustedProxies);
  /** Connections of trusted proxies, which carry many requests. */
  const known = new WeakSet<Socket>();
  const count = measures.counter(
    'untrusted_forwarded_total',
    'Requests with X-Forwarded-For from an address that is not in VOLANT_TRUSTED_PROXIES.',
  );

  server.addHook('onRequest', ({ raw: { headers, socket } }, _, done) => {
    done();
    if (headers['x-forwarded-for'] === undefined || known.has(socket)) return;
    const peer = parseAddress(socket.remoteAddress ?? '');
    if (peer === undefined) return;
    if (trusted.contains(peer)) {
      known.add(socket);
      return;
    }
    count();
    const sender = OWN_NETWORKS.contains(peer) ? peer.toString() : 'an address of the Internet';
    notices.tell(
      `VOLANT_TRUSTED_PROXIES: requests come from ${sender} with X-Forwarded-For, which is not trusted, so all of them count as one visitor; if your proxy sends them, name its address there`,
    );
  });
}

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

  server.addHook('onRequest', ({ raw: { headers, socket } }, _, done) => {
    done();
    const header = HEADERS.find((name) => headers[name.toLowerCase()] !== undefined);
    if (header === undefined || known.has(socket)) return;
    const peer = parseAddress(socket.remoteAddress ?? '');
    if (peer === undefined) return;
    const isTrusted = trusted.contains(peer);
    if (isTrusted && header === 'X-Forwarded-For') {
      known.add(socket);
      return;
    }
    count();
    const sender = OWN_NETWORKS.contains(peer) ? peer.toString() : 'an address of the Internet';
    const remedies = [
      ...(isTrusted ? [] : ['name its address there']),
      ...(header === 'X-Forwarded-For' ? [] : ['let it send X-Forwarded-For, which alone is read']),
    ];
    notices.tell(
      `VOLANT_TRUSTED_PROXIES: requests come from ${sender} with ${header}, which is not trusted, so all of them count as one visitor; if your proxy sends them, ${remedies.join(', and ')}`,
    );
  });
}

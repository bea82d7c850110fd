import type { Cache } from '@volant/infra/cache/cache';
import { type Limit, takeOfNetworks } from '@volant/infra/cache/network-limit';
import { tooMany } from '@volant/infra/errors/too-many';
import type { SubgraphCall } from '@volant/infra/graphql/subgraph-call';
import { networksOf } from '@volant/infra/network/networks';
import type { FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { fixedOperation, type Graph } from '../supergraph/graph.ts';
import { OPERATION_BODY } from './json-body.ts';
import { withoutKey } from './subgraph-call.ts';

/** Requests of callers without a known account, per network; those with a token count apart. */
const STRANGERS: Limit = { uses: 600, windowMs: 60_000 };
/** A body counts as one request more for each of these bytes, because its reading is the work. */
const BYTES_OF_USE = 4 * 1024;
/** How long a valid token is remembered. It only exempts from limits; services still check it every time. */
const KNOWN_FOR_MS = 60_000;

const caller = fixedOperation('query CallerOfGraph { me { id } }');

export interface Strangers {
  /** Whether the call has the token of an account. */
  hasAccount(call: SubgraphCall): Promise<boolean>;
  /**
   * A hook that counts a request by its network, before its body is read, unless its token is known to be valid. So
   * whatever is answered 401 or judged before its caller is known has a limit.
   */
  count(request: FastifyRequest): Promise<void>;
}

/** @param limits per process, because it is the process's CPU time that is limited */
export function createStrangers(graph: Graph, limits: Cache): Strangers {
  const known = new LRUCache<string, true>({ max: 10_000, ttl: KNOWN_FOR_MS });

  async function hasAccount(call: SubgraphCall): Promise<boolean> {
    if (call.token === undefined) return false;
    if (known.get(call.token)) return true;
    try {
      await graph.run(caller, {}, call);
    } catch {
      // The token is invalid, or the service unavailable. The request itself will report that while the network's
      // limit lasts.
      return false;
    }
    known.set(call.token, true);
    return true;
  }

  return {
    hasAccount,
    async count(request) {
      const call = withoutKey(request);
      if (call.token !== undefined && known.get(call.token)) return;
      const kind = call.token === undefined ? 'strangers' : 'tokens';
      const keys = networksOf(call.clientAddress).map((network) => `${kind}:${network}`);
      const verdict = await takeOfNetworks(limits, keys, STRANGERS, usesOf(request));
      if (!verdict.allowed) throw tooMany(verdict.retryAfterMs);
      await hasAccount(call);
    },
  };
}

function usesOf({ headers }: FastifyRequest): number {
  const chunked = headers['transfer-encoding'] === undefined ? 0 : OPERATION_BODY;
  const bytes = Math.min(Number(headers['content-length'] ?? chunked) || 0, OPERATION_BODY);
  return 1 + Math.floor(bytes / BYTES_OF_USE);
}

import { setTimeout } from 'node:timers/promises';
import type { Cache } from '@volant/infra/cache/cache';
import { type Limit, takeOfNetworks } from '@volant/infra/cache/network-limit';
import { DomainError } from '@volant/infra/errors/domain-error';
import { tooMany } from '@volant/infra/errors/too-many';
import type { SubgraphCall } from '@volant/infra/graphql/subgraph-call';
import { networksOf } from '@volant/infra/network/networks';
import { type DocumentNode, parse } from 'graphql';
import { LRUCache } from 'lru-cache';
import { fixedOperation, type Graph } from '../supergraph/graph.ts';
import { refuseLargeValues } from '../supergraph/value-limits.ts';
import type { ListedOperations } from './listed-operations.ts';
import { LENGTH_LIMIT, OPERATION_LIMITS, refuseTooLarge, STRANGER_LIMITS, TOKEN_LIMIT } from './operation-limits.ts';

/** Operations of their own that people without an account may run from one network. */
export const STRANGERS: Limit = { uses: 12, windowMs: 60_000 };
/** A refusal takes its time, so that whoever asks again at once does not keep the process busy with refusing. */
const HELD_MS = 500;
/** Refusals that wait at once; beyond it they are told at once. */
const HELD = 1_000;
/** For how long a token that was good is taken for good here; what it is worth the services find out each time. */
const KNOWN_FOR_MS = 60_000;

const caller = fixedOperation<{ readonly me: { readonly id: string } }>('query CallerOfGraph { me { id } }');

export interface OperationCheckParts {
  /** The operations of the REST calls and the web client, and those that an operator has listed. */
  readonly listed: ListedOperations;
  /** Whether nothing else may run. */
  readonly listedAlone: boolean;
  readonly graph: Graph;
  /** Of this process: it is its own time that is limited. */
  readonly limits: Cache;
}

/** Lets an operation pass before anything expensive is done with it; resolves with the text to run. */
export type OperationCheck = (
  operation: {
    readonly query: string;
    readonly variables?: Readonly<Record<string, unknown>> | null | undefined;
  },
  call: SubgraphCall,
) => Promise<string>;

/**
 * Listed operations are parsed, validated and planned once. Any other operation is planned for its sender, so it is
 * measured first, and rate-limited for callers without an account.
 */
export function createOperationCheck({ listed, listedAlone, graph, limits }: OperationCheckParts): OperationCheck {
  let held = 0;
  const known = new LRUCache<string, true>({ max: 10_000, ttl: KNOWN_FOR_MS });

  async function hasAccount(call: SubgraphCall): Promise<boolean> {
    if (call.token === undefined) return false;
    if (known.get(call.token)) return true;
    try {
      await graph.run(caller, {}, call);
    } catch {
      // Refused, or nobody there to ask: the operation itself tells it, as long as the network's share lasts.
      return false;
    }
    known.set(call.token, true);
    return true;
  }

  async function holdBack(): Promise<void> {
    if (held >= HELD) return;
    held += 1;
    await setTimeout(HELD_MS);
    held -= 1;
  }

  return async ({ query, variables }, call) => {
    if (variables != null) refuseLargeValues(variables);
    if (query.length > LENGTH_LIMIT) {
      const detail = `The document has ${query.length} characters; at most ${LENGTH_LIMIT} are allowed.`;
      throw new DomainError('OPERATION_TOO_LARGE', { detail });
    }
    const found = listed(query);
    if (found !== undefined) return found;
    if (listedAlone) throw new DomainError('OPERATION_NOT_LISTED');
    const isStranger = !(await hasAccount(call));
    if (isStranger) {
      const keys = networksOf(call.clientAddress).map((network) => `graphql:${network}`);
      const verdict = await takeOfNetworks(limits, keys, STRANGERS);
      if (!verdict.allowed) {
        await holdBack();
        throw tooMany(verdict.retryAfterMs);
      }
    }
    const document = read(query);
    if (document !== undefined) refuseTooLarge(document, isStranger ? STRANGER_LIMITS : OPERATION_LIMITS);
    return query;
  };
}

/** Undefined for what cannot be read, which Apollo tells, naming the place. */
function read(query: string): DocumentNode | undefined {
  try {
    return parse(query, { maxTokens: TOKEN_LIMIT, noLocation: true });
  } catch {
    return undefined;
  }
}

import { setTimeout } from 'node:timers/promises';
import type { Cache } from '@volant/infra/cache/cache';
import { type Limit, takeOfNetworks } from '@volant/infra/cache/network-limit';
import { DomainError } from '@volant/infra/errors/domain-error';
import { tooMany } from '@volant/infra/errors/too-many';
import type { SubgraphCall } from '@volant/infra/graphql/subgraph-call';
import { networksOf } from '@volant/infra/network/networks';
import { type DocumentNode, parse } from 'graphql';
import type { Strangers } from '../http/strangers.ts';
import { refuseLargeValues } from '../supergraph/value-limits.ts';
import type { ListedOperations } from './listed-operations.ts';
import { LENGTH_LIMIT, OPERATION_LIMITS, refuseTooLarge, STRANGER_LIMITS, TOKEN_LIMIT } from './operation-limits.ts';

/** Unlisted operations that callers without an account may run from one network. */
export const STRANGERS: Limit = { uses: 12, windowMs: 60_000 };
/** Delays a refusal, so that callers who retry immediately do not keep the process busy. */
const HELD_MS = 500;
/** Maximum number of delayed refusals at a time; further ones are answered immediately. */
const HELD = 1_000;
export interface OperationCheckParts {
  /** The operations of REST and the web client, and those that an operator has listed. */
  readonly listed: ListedOperations;
  /** Whether all other operations are refused. */
  readonly listedAlone: boolean;
  readonly strangers: Strangers;
  /** Per process, because it is the process's CPU time that is limited. */
  readonly limits: Cache;
}

/** Checks an operation before any expensive work; resolves with the text to run. */
export type OperationCheck = (
  operation: {
    readonly query: string;
    readonly variables?: Readonly<Record<string, unknown>> | null | undefined;
  },
  call: SubgraphCall,
) => Promise<string>;

/**
 * Listed operations are parsed, validated and planned once. Any other operation is planned for its sender, so its size
 * is checked first, and it is rate-limited for callers without an account.
 */
export function createOperationCheck({ listed, listedAlone, strangers, limits }: OperationCheckParts): OperationCheck {
  let held = 0;

  async function holdBack(): Promise<void> {
    if (held >= HELD) return;
    held += 1;
    await setTimeout(HELD_MS);
    held -= 1;
  }

  async function countStranger({ clientAddress }: SubgraphCall): Promise<void> {
    const keys = networksOf(clientAddress).map((network) => `graphql:${network}`);
    const verdict = await takeOfNetworks(limits, keys, STRANGERS);
    if (verdict.allowed) return;
    await holdBack();
    throw tooMany(verdict.retryAfterMs);
  }

  return async ({ query, variables }, call) => {
    refuseLong(query);
    const found = listed(query);
    if (found === undefined && listedAlone) throw new DomainError('OPERATION_NOT_LISTED');
    if (variables != null) refuseLargeValues(variables);
    if (found !== undefined) return found;
    const isStranger = !(await strangers.hasAccount(call));
    if (isStranger) await countStranger(call);
    const document = read(query);
    if (document !== undefined) refuseTooLarge(document, isStranger ? STRANGER_LIMITS : OPERATION_LIMITS);
    return query;
  };
}

function refuseLong(query: string): void {
  if (query.length <= LENGTH_LIMIT) return;
  const detail = `The document has ${query.length} characters; at most ${LENGTH_LIMIT} are allowed.`;
  throw new DomainError('OPERATION_TOO_LARGE', { detail });
}

/** Returns undefined on a syntax error, which Apollo then reports with its location. */
function read(query: string): DocumentNode | undefined {
  try {
    return parse(query, { maxTokens: TOKEN_LIMIT, noLocation: true });
  } catch {
    return undefined;
  }
}

import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { FetchNode } from '@apollo/query-planner';

/** A query plan of @apollo/query-planner, of the kinds of nodes alone that `run-plan.ts` runs. */
export type Plan =
  | { readonly kind: 'Sequence' | 'Parallel'; readonly nodes: readonly Plan[] }
  | (FetchNode & { readonly requires?: undefined })
  | EntityFetch;

/** Has a service tell more of entities that others have answered. */
export interface EntityFetch {
  readonly kind: 'Flatten';
  /** Fields that lead to the entities. */
  readonly path: readonly string[];
  readonly node: Omit<FetchNode, 'requires'> & {
    /** For each type: the fields that name an entity to the service. */
    readonly requires: readonly {
      readonly typeCondition: string;
      readonly selections: readonly { readonly name: string }[];
    }[];
  };
}

/** Plans of the listed operations, by the hash of their texts. */
export type Plans = ReadonlyMap<string, Plan>;

/** A plan as `plans.json` has it; the name is for who reads the file. */
export interface ListedPlan {
  readonly id: string;
  readonly name: string;
  readonly plan: Plan;
}

/** Hash of an operation's text, by which its plan is found: a text that has changed has none. */
export function operationIdOf(query: string): string {
  return createHash('sha256').update(query).digest('hex');
}

/** The plans as they are checked in. */
export function readPlans(): Plans {
  const listed: readonly ListedPlan[] = JSON.parse(readFileSync(new URL('../../plans.json', import.meta.url), 'utf8'));
  return new Map(listed.map(({ id, plan }) => [id, plan]));
}

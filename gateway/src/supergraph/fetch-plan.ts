import type { ApolloGateway } from '@apollo/gateway';

/** The federation's plan of an operation, in its own words. */
type PlannedBy = NonNullable<
  NonNullable<ConstructorParameters<typeof ApolloGateway>[0]>['experimental_didResolveQueryPlan']
>;
export type QueryPlan = Parameters<PlannedBy>[0]['queryPlan'];
type PlanNode = NonNullable<Exclude<QueryPlan['node'], { kind: 'Subscription' }>>;
type FetchNode = Extract<PlanNode, { kind: 'Fetch' }>;
type Selections = NonNullable<FetchNode['requires']>;

/** The steps of a plan: which services to ask, one after another and at once. */
export type Step =
  | { readonly kind: 'sequence' | 'parallel'; readonly steps: readonly Step[] }
  | { readonly kind: 'fetch'; readonly fetch: Fetch };

export interface Fetch {
  readonly service: string;
  readonly query: string;
  readonly operationName: string | undefined;
  readonly variables: readonly string[];
  /** Absent: the operation is asked at its root. */
  readonly entities?: Entities;
}

/** Entities of the answer so far that another service knows more of. */
export interface Entities {
  /** Fields that lead to them; lists on the way are gone through. */
  readonly path: readonly string[];
  /** By type: the fields that name one to the service. */
  readonly keys: ReadonlyMap<string, readonly string[]>;
}

const ANY_ELEMENT = '@';

/** The plan's steps; undefined if it holds what only the federation's own executor knows how to do. */
export function stepsOf({ node }: QueryPlan): Step | undefined {
  return node === undefined || node.kind === 'Subscription' ? undefined : stepOf(node, []);
}

function stepOf(node: PlanNode, path: readonly string[]): Step | undefined {
  switch (node.kind) {
    case 'Sequence':
    case 'Parallel': {
      const steps = node.nodes.map((inner) => stepOf(inner, path));
      if (!steps.every((step) => step !== undefined)) return undefined;
      return { kind: node.kind === 'Sequence' ? 'sequence' : 'parallel', steps };
    }
    case 'Flatten':
      return stepOf(node.node, [...path, ...node.path.map(String)]);
    case 'Fetch':
      return fetchOf(node, path);
    default:
      return undefined;
  }
}

function fetchOf(node: FetchNode, path: readonly string[]): Step | undefined {
  if (node.inputRewrites || node.outputRewrites || node.contextRewrites) return undefined;
  const { serviceName: service, operation: query, operationName, variableUsages: variables = [] } = node;
  const fetch = { service, query, operationName, variables };
  if (node.requires === undefined) return path.length > 0 ? undefined : { kind: 'fetch', fetch };
  const keys = keysOf(node.requires);
  if (keys === undefined) return undefined;
  return { kind: 'fetch', fetch: { ...fetch, entities: { path: path.filter((name) => name !== ANY_ELEMENT), keys } } };
}

/** `... on Page { __typename uid }` and the like, and nothing deeper. */
function keysOf(requires: Selections): ReadonlyMap<string, readonly string[]> | undefined {
  const keys = new Map<string, readonly string[]>();
  for (const part of requires) {
    if (part.kind !== 'InlineFragment' || part.typeCondition === undefined || keys.has(part.typeCondition)) {
      return undefined;
    }
    const fields = part.selections.flatMap((field) =>
      field.kind === 'Field' && field.selections === undefined && field.alias === undefined ? [field.name] : [],
    );
    if (fields.length !== part.selections.length) return undefined;
    keys.set(part.typeCondition, fields);
  }
  return keys;
}

import { operationFromDocument, Supergraph } from '@apollo/federation-internals';
import { type FetchNode, type QueryPlan, QueryPlanner, type QueryPlanSelectionNode } from '@apollo/query-planner';
import { getOperationAST, parse, validate } from 'graphql';
import { answerShapeOf } from './answer-shape.ts';
import type { FixedOperation } from './fixed-operations.ts';
import { type ListedPlan, operationIdOf, type Plan } from './plans.ts';

/** @throws Error naming an operation that does not fit the supergraph, or that the executor cannot run */
export type Planner = (operation: FixedOperation<unknown>) => ListedPlan;

/** Plans operations as @apollo/gateway does. It takes the better part of a second to begin with, so no start does it. */
export function createPlanner(supergraphSdl: string): Planner {
  const supergraph = Supergraph.build(supergraphSdl);
  const apiSchema = supergraph.apiSchema();
  const schema = apiSchema.toGraphQLJSSchema();
  const planner = new QueryPlanner(supergraph);

  return ({ name, query }) => {
    try {
      const document = parse(query);
      const [problem] = validate(schema, document);
      if (problem !== undefined) throw problem;
      const asked = getOperationAST(document, name);
      if (asked == null) throw new Error('its document holds no operation of this name');
      answerShapeOf(schema, asked, document);
      const plan = planner.buildQueryPlan(operationFromDocument(apiSchema, document, { operationName: name }));
      return { id: operationIdOf(query), name, plan: runnable(plan.node) };
    } catch (error) {
      throw new Error(`${name} cannot be run: ${error instanceof Error ? error.message : String(error)}`);
    }
  };
}

/** @throws Error when the plan holds what `run-plan.ts` does not know */
function runnable(node: QueryPlan['node']): Plan {
  switch (node?.kind) {
    case 'Sequence':
    case 'Parallel':
      node.nodes.forEach(runnable);
      break;
    case 'Flatten':
      if (node.node.kind !== 'Fetch' || node.node.requires === undefined) throw beyond('flattens more than a fetch');
      refuseRewrites(node.node);
      refuseDeepKeys(node.node.requires);
      break;
    case 'Fetch':
      if (node.requires !== undefined) throw beyond('asks for entities of the root');
      refuseRewrites(node);
      break;
    default:
      throw beyond(`holds ${node?.kind ?? 'nothing'}`);
  }
  return node as Plan;
}

function refuseRewrites({ inputRewrites, outputRewrites, contextRewrites }: FetchNode): void {
  if (inputRewrites || outputRewrites || contextRewrites) throw beyond('rewrites what a service gets or answers');
}

/** `... on Page { __typename uid }` and the like, once for each type, is all that may name an entity. */
function refuseDeepKeys(requires: readonly QueryPlanSelectionNode[]): void {
  const types = requires.map((part) => (part.kind === 'InlineFragment' ? part.typeCondition : undefined));
  const keys = requires.flatMap((part) => part.selections ?? []);
  const isPlain = keys.every((key) => key.kind === 'Field' && key.alias === undefined && key.selections === undefined);
  if (!isPlain || types.includes(undefined) || new Set(types).size < types.length) {
    throw beyond('names entities by more than fields of their own');
  }
}

function beyond(what: string): Error {
  return new Error(`its plan ${what}`);
}

import { ApolloGateway } from '@apollo/gateway';
import type { Subgraph } from '@volant/infra/graphql/subgraph-call';
import type { Logger } from '@volant/infra/process/log';
import type { DocumentNode } from 'graphql';
import { refuseVendorTelemetry } from '../environment.ts';
import './collect-variables.ts';
import type { QueryPlan } from './fetch-plan.ts';
import { createInProcessSource } from './in-process-source.ts';

export interface Federation {
  readonly gateway: ApolloGateway;
  /** How the operations of a document are carried out; undefined until one has been. */
  planOf(document: DocumentNode): QueryPlan | undefined;
}

/**
 * The federation over subgraphs of this process.
 * @throws when the supergraph names a subgraph that is not there
 */
export function createFederation(subgraphs: readonly Subgraph[], supergraphSdl: string, log: Logger): Federation {
  const byName = new Map(subgraphs.map((subgraph) => [subgraph.name, subgraph]));
  const plans = new WeakMap<DocumentNode, QueryPlan>();
  refuseVendorTelemetry();
  const gateway = new ApolloGateway({
    supergraphSdl,
    logger: log,
    __exposeQueryPlanExperimental: false,
    experimental_didResolveQueryPlan: ({ requestContext, queryPlan }) => plans.set(requestContext.document, queryPlan),
    buildService({ name }) {
      const subgraph = byName.get(name);
      if (subgraph === undefined) throw new Error(`the supergraph names a subgraph "${name}" that nobody provides`);
      return createInProcessSource(subgraph, log);
    },
  });
  return { gateway, planOf: (document) => plans.get(document) };
}

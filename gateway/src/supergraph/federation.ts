import { ApolloGateway } from '@apollo/gateway';
import type { Subgraph } from '@volant/infra/graphql/subgraph-call';
import type { Logger } from '@volant/infra/process/observability/log';
import { refuseVendorTelemetry } from '../environment.ts';
import './collect-variables.ts';
import { createInProcessSource } from './in-process-source.ts';

/**
 * The federation over subgraphs of this process.
 * @throws if the supergraph names a missing subgraph
 */
export function createFederation(subgraphs: readonly Subgraph[], supergraphSdl: string, log: Logger): ApolloGateway {
  const byName = new Map(subgraphs.map((subgraph) => [subgraph.name, subgraph]));
  refuseVendorTelemetry();
  return new ApolloGateway({
    supergraphSdl,
    logger: log,
    __exposeQueryPlanExperimental: false,
    buildService({ name }) {
      const subgraph = byName.get(name);
      if (subgraph === undefined) throw new Error(`the supergraph names a subgraph "${name}" that nobody provides`);
      return createInProcessSource(subgraph, log);
    },
  });
}

import { type Assertions, createAssertions } from '../../auth/assertion.ts';
import { createInternalClient, type InternalClient } from '../server/internal-client.ts';
import type { ProcessSettings } from '../settings/process-settings.ts';
import { type BuiltProcess, type ProcessDefinition, type ProcessParts, runProcess } from './run-process.ts';

export interface ClusterSettings extends ProcessSettings {
  /** Shared with the other processes of the product. */
  readonly internalSecret: string;
}

export interface ClusterParts extends ProcessParts {
  readonly assertions: Assertions;
  /** Client of another process, which is closed after the process has stopped. */
  readonly clientOf: (service: string, url: string) => InternalClient;
}

interface ClusterDefinition<S extends ClusterSettings> extends Omit<ProcessDefinition<S>, 'build' | 'data'> {
  readonly build: (settings: S, parts: ClusterParts) => Promise<BuiltProcess>;
}

/** Runs one of the processes of the product, which call each other. */
export function runClusterProcess<S extends ClusterSettings>(definition: ClusterDefinition<S>): Promise<void> {
  return runProcess({
    ...definition,
    async build(settings, parts) {
      const assertions = createAssertions({ secret: settings.internalSecret });
      const clients: InternalClient[] = [];
      const clientOf = (service: string, url: string) => {
        const client = createInternalClient({ service, url, assertions, log: parts.log });
        clients.push(client);
        return client;
      };
      const built = await definition.build(settings, { ...parts, assertions, clientOf });
      return {
        ...built,
        async stop() {
          await built.stop();
          await Promise.all(clients.map((client) => client.close()));
        },
      };
    },
  });
}

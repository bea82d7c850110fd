import type { Cache } from '../../cache/cache.ts';
import type { EventStore } from '../../event-store/event-store.ts';
import type { Leases } from '../../lease/lease.ts';
import type { MessageLog } from '../../message-log/message-log.ts';
import type { ViewStore } from '../../views/view-store.ts';
import type { Logger } from '../observability/log.ts';
import type { Measures } from '../observability/metrics.ts';
import type { ProcessParts } from './run-process.ts';
import type { SystemReport } from './system-report.ts';

/** Ports of every service with aggregates; the event store and the view store are not shared with other services. */
export interface ServicePorts {
  readonly eventStore: EventStore;
  readonly viewStore: ViewStore;
  /** If several processes run the service: decides which one maintains its views and publishes. */
  readonly leases?: Leases | undefined;
  readonly messageLog: MessageLog;
  readonly cache: Cache;
  readonly clock: () => Date;
  /** Creates UUIDv7. */
  readonly newId: () => string;
  readonly log: Logger;
  /** If absent, no metrics are recorded. */
  readonly measures?: Measures;
  /** About this process; absent in tests. */
  readonly system?: (() => Promise<SystemReport>) | undefined;
}

export interface ServicePortsParts extends Omit<ProcessParts, 'signal' | 'metrics' | 'notices' | 'system'> {
  readonly metrics: Measures;
  readonly system?: ServicePorts['system'];
}

export async function openServicePorts(
  service: string,
  { adapters, clock, newId, log, metrics: measures, system }: ServicePortsParts,
): Promise<ServicePorts> {
  const [eventStore, viewStore, leases, messageLog, cache] = await Promise.all([
    adapters.eventStore(service),
    adapters.viewStore(service),
    adapters.leases(service),
    adapters.messageLog(),
    adapters.cache(),
  ]);
  return { eventStore, viewStore, leases, messageLog, cache, clock, newId, log, measures, system };
}

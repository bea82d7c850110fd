import type { ClickHouseClient } from '@clickhouse/client';

/**
 * The port is ClickHouse's own client: over HTTP in a cluster, over the engine
 * in this process (chdb) otherwise. 64-bit integers come quoted in JSON formats.
 */
export interface AnalyticsDatabase {
  readonly client: ClickHouseClient;
  /** Database that holds the tables. */
  readonly database: string;
  /** Name of the cluster whose replicas hold the tables; absent: one node does. */
  readonly cluster?: string;
  /** Rejects with a sentence unless the database answers now. */
  check(): Promise<void>;
  close(): Promise<void>;
}

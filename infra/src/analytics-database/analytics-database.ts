import type { ClickHouseClient } from '@clickhouse/client';

/**
 * The port is ClickHouse's own client: over HTTP in a cluster, over the embedded engine (chdb) otherwise. 64-bit
 * integers are quoted in JSON formats.
 */
export interface AnalyticsDatabase {
  readonly client: ClickHouseClient;
  readonly database: string;
  /** Name of the cluster whose replicas hold the tables; absent for a single node. */
  readonly cluster?: string;
  /** Rejects with a sentence if the database does not answer now. */
  check(): Promise<void>;
  /** Embedded only: calls the listener whenever a statement fails on damaged data. */
  onDamage?(listener: () => void): void;
  close(): Promise<void>;
}

import {
  type ClickHouseClient,
  ClickHouseLogLevel,
  createClient,
  type ClickHouseSettings as StatementSettings,
} from '@clickhouse/client';
import type { Logger } from '../process/observability/log.ts';
import { SettingError } from '../process/settings/server-errors.ts';
import type { AnalyticsDatabase } from './analytics-database.ts';
import { openingError } from './clickhouse-errors.ts';
import { onCluster } from './cluster-sql.ts';

export interface ClickHouseSettings {
  /** `http://` or `https://`, without user and password. */
  readonly url: string;
  readonly username?: string;
  readonly password?: string;
  /** Created if it is missing and the user may create databases. */
  readonly database: string;
  /** Tables are created on all its replicas. */
  readonly cluster?: string;
  /** Certificates (PEM) to trust instead of the system's. */
  readonly ca?: string;
  readonly log: Logger;
}

const OPENING_MS = 5_000;
const CHECK_MS = 2_000;
/** A request fails after this long without a byte from the server; long statements send progress headers. */
const IDLE_MS = 30_000;
const PROGRESS_MS = 10_000;
/** Enough for the headers of an hour of progress. */
const MAX_HEADER_BYTES = 256 * 1024;
/** Servers older than 23.11 close a socket after three seconds without a request. */
const IDLE_SOCKET_MS = 2_500;
const MAX_CONNECTIONS = 16;

/** Sent with every statement. */
const STATEMENT_SETTINGS: StatementSettings = {
  // An insert is answered once it is written, not when it is queued.
  async_insert: 0,
  // A replayed batch must not be dropped as a duplicate; rows are deduplicated by their ids.
  insert_deduplicate: 0,
  // JSON.parse rounds numbers beyond 2^53.
  output_format_json_quote_64bit_integers: 1,
  output_format_json_quote_64bit_floats: 0,
  send_progress_in_http_headers: 1,
  http_headers_progress_interval_ms: String(PROGRESS_MS),
};

/**
 * On replicas, an insert is answered once a majority has the rows; statements that change tables wait for all replicas.
 */
const CLUSTER_SETTINGS: StatementSettings = {
  insert_quorum: 'auto',
  alter_sync: '2',
  distributed_ddl_task_timeout: '180',
};

/**
 * ClickHouse over HTTP. Makes one attempt; afterwards the client reconnects as needed. Whether an insert survives a
 * power cut depends on a setting of the tables (`fsync_after_insert`), which the migrations set.
 * @throws SettingError, ServerUnreachable
 */
export async function openClickHouse(settings: ClickHouseSettings): Promise<AnalyticsDatabase> {
  const { database, cluster, username = 'default', password = '', ca, log } = settings;
  const url = new URL(settings.url);
  const client = createClient({
    url,
    username,
    password,
    application: 'volant',
    request_timeout: IDLE_MS,
    max_open_connections: MAX_CONNECTIONS,
    max_response_headers_size: MAX_HEADER_BYTES,
    keep_alive: { enabled: true, idle_socket_ttl: IDLE_SOCKET_MS, eagerly_destroy_stale_sockets: true },
    compression: { request: true, response: true },
    // Long parameter lists do not fit into a request's URL.
    use_multipart_params_auto: true,
    ...(ca === undefined || url.protocol === 'http:' ? {} : { tls: { ca_cert: Buffer.from(ca) } }),
    clickhouse_settings: cluster === undefined ? STATEMENT_SETTINGS : { ...STATEMENT_SETTINGS, ...CLUSTER_SETTINGS },
    // The client's own log writes to the console; every failure reaches a caller, which has a log.
    log: { level: ClickHouseLogLevel.OFF },
  });
  try {
    await prepare(client, database, cluster);
  } catch (error) {
    await client.close();
    throw openingError(error, url.origin, username);
  }
  log.info({ server: url.origin, database, cluster }, 'ClickHouse answers');
  return {
    client,
    database,
    ...(cluster === undefined ? {} : { cluster }),
    async check() {
      const abort_signal = AbortSignal.timeout(CHECK_MS);
      const answer = await client.ping({ select: true, abort_signal });
      if (answer.success) return;
      throw new Error(`ClickHouse at ${url.origin} does not answer.`, { cause: answer.error });
    },
    close: () => client.close(),
  };
}

/** Checks that the cluster is known and creates the database if it is missing. */
async function prepare(client: ClickHouseClient, database: string, cluster: string | undefined): Promise<void> {
  const abort_signal = AbortSignal.timeout(OPENING_MS);
  const exists = async (query: string, name: string) => {
    const result = await client.query({ query, query_params: { name }, format: 'JSONEachRow', abort_signal });
    return (await result.json()).length > 0;
  };
  if (
    cluster !== undefined &&
    !(await exists('SELECT 1 FROM system.clusters WHERE cluster = {name:String}', cluster))
  ) {
    throw new SettingError('VOLANT_CLICKHOUSE_CLUSTER', `ClickHouse knows no cluster called “${cluster}”.`);
  }
  if (await exists('SELECT 1 FROM system.databases WHERE name = {name:String}', database)) return;
  const query = `CREATE DATABASE IF NOT EXISTS ${database}${onCluster(cluster)}`;
  await client.command({ query, abort_signal });
}

import type { AnalyticsDatabase } from '@volant/infra/analytics-database/analytics-database';
import { DomainError } from '@volant/infra/errors/domain-error';
import type { Logger } from '@volant/infra/process/log';

/** Runs the queries of reports. Whatever goes wrong in ClickHouse is UNAVAILABLE to whoever asked. */
export interface ReportsDatabase {
  readonly name: string;
  /** @throws DomainError UNAVAILABLE */
  select<Row>(query: string, params: Readonly<Record<string, unknown>>): Promise<readonly Row[]>;
  /** The first day that is not folded into plain counts. May lag behind, which costs time but no exactness. */
  foldedUntil(): Promise<string>;
}

const FOLDED_UNTIL_MS = 60_000;
const RETRY_AFTER_SECONDS = 5;

export function createReportsDatabase(
  { client, database }: AnalyticsDatabase,
  clock: () => Date,
  log: Logger,
): ReportsDatabase {
  let known: { readonly day: string; readonly until: number } | undefined;

  async function select<Row>(query: string, params: Readonly<Record<string, unknown>>): Promise<readonly Row[]> {
    try {
      const result = await client.query({ query, format: 'JSONEachRow', query_params: { ...params } });
      return await result.json<Row>();
    } catch (error) {
      log.error({ err: error }, 'ClickHouse does not answer a report');
      throw new DomainError('UNAVAILABLE', {}, RETRY_AFTER_SECONDS);
    }
  }

  return {
    name: database,
    select,
    async foldedUntil() {
      const now = clock().getTime();
      if (known !== undefined && known.until > now) return known.day;
      const rows = await select<{ until: string }>(
        `SELECT toString(max(day)) AS until FROM ${database}.folded_until`,
        {},
      );
      known = { day: rows[0]?.until ?? '1970-01-01', until: now + FOLDED_UNTIL_MS };
      return known.day;
    },
  };
}

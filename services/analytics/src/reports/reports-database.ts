import type { AnalyticsDatabase } from '@volant/infra/analytics-database/analytics-database';
import { DomainError } from '@volant/infra/errors/domain-error';
import type { Logger } from '@volant/infra/process/observability/log';
import { type Folded, type FoldedMonthRow, foldedMonthsQuery, foldedOf } from '../rollups/folded-months.ts';
import { type TotalsRow, totalsOf, totalsQuery } from '../rollups/page-totals.ts';

/** Runs the queries of reports. Every ClickHouse error becomes UNAVAILABLE. */
export interface ReportsDatabase {
  readonly name: string;
  /** @throws DomainError UNAVAILABLE */
  select<Row>(query: string, params: Readonly<Record<string, unknown>>): Promise<readonly Row[]>;
  /** The days that are folded into counts. May be outdated, which costs time but not accuracy. */
  folded(): Promise<Folded>;
}

/** Must be shorter than the time after which replaced rollups are dropped. */
const FOLDED_MS = 60_000;
const RETRY_AFTER_SECONDS = 5;

export function createReportsDatabase(
  { client, database }: AnalyticsDatabase,
  clock: () => Date,
  log: Logger,
): ReportsDatabase {
  let known: { readonly folded: Folded; readonly until: number } | undefined;

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
    async folded() {
      const now = clock().getTime();
      if (known !== undefined && known.until > now) return known.folded;
      const [months, totals] = await Promise.all([
        select<FoldedMonthRow>(foldedMonthsQuery(database), {}),
        select<TotalsRow>(totalsQuery(database), {}),
      ]);
      const found = foldedOf(months);
      const folded = { ...found, totals: totalsOf(found, totals) };
      known = { folded, until: now + FOLDED_MS };
      return folded;
    },
  };
}

import type { ClickHouseClient } from '@clickhouse/client';
import type { Logger } from '../process/observability/log.ts';
import type { Measures } from '../process/observability/metrics.ts';
import type { AnalyticsDatabase } from './analytics-database.ts';

const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
/** Slower statements are logged, without their values. */
const SLOW_SECONDS = 1;
const CHARACTERS_LOGGED = 300;
const STATEMENTS = ['query', 'command', 'insert', 'exec'] as const satisfies readonly (keyof ClickHouseClient)[];

/** Wraps the database to measure each statement, until it completes or a query's first row arrives. */
export function measured(database: AnalyticsDatabase, measures: Measures, log: Logger): AnalyticsDatabase {
  const observe = measures.histogram('clickhouse_statement_seconds', 'Time of one statement of ClickHouse.', SECONDS);
  const countFailed = measures.counter('clickhouse_failed_total', 'Statements of ClickHouse that failed.');

  async function timed<T>(kind: string, sent: { readonly query?: string; readonly table?: string }, work: Promise<T>) {
    const begun = performance.now();
    try {
      return await work;
    } catch (error) {
      countFailed();
      throw error;
    } finally {
      const seconds = (performance.now() - begun) / 1000;
      observe(seconds);
      if (seconds > SLOW_SECONDS) {
        log.warn(
          { kind, seconds, statement: (sent.query ?? sent.table ?? '').slice(0, CHARACTERS_LOGGED) },
          'a slow statement',
        );
      }
    }
  }

  const client = new Proxy(database.client, {
    get(target, name) {
      const found: unknown = Reflect.get(target, name, target);
      if (typeof found !== 'function') return found;
      const kind = STATEMENTS.find((statement) => statement === name);
      if (kind === undefined) return found.bind(target);
      return (sent: { readonly query?: string; readonly table?: string }) =>
        timed(kind, sent, found.call(target, sent) as Promise<unknown>);
    },
  });
  return { ...database, client };
}

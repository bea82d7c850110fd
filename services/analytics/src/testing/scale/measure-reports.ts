import type { AnalyticsDatabase } from '@volant/infra/analytics-database/analytics-database';
import type { Logger } from '@volant/infra/process/observability/log';
import { v7 as newId } from 'uuid';
import { createAnalyticsSubgraph } from '../../graphql/analytics-subgraph.ts';
import { createReportsDatabase } from '../../reports/reports-database.ts';
import { madePage, PAGES } from './made-activities.ts';

const CALL = {
  token: 'bench',
  language: 'en',
  clientAddress: '',
  correlationId: 'bench',
  idempotencyKey: undefined,
} as const;
const TOTALS = 'views clicks clickCounts { type count }';
const VISITORS = 'visitors callers contacts';
/** The query of the web client. */
const REPORT = `analytics(withoutOwner: false, period: MONTH) {
  summary { ${TOTALS} customFields { name count } } summaryBefore { ${TOTALS} }
  visitors { ${VISITORS} } visitorsBefore { ${VISITORS} } days { date views clicks visitors }
  hours { weekday hour views clicks } sources { source views clicks }
  countries { country count } referrers { referrer count } recentEvents { id type customField country createdAt } }`;
const ADMINISTRATOR_REPORT = `adminAnalytics { totalEvents eventsByType { type count } days { date count }
  recentEvents { id type country createdAt } topReferrers { referrer count } topCountries { country count } }`;
const COUNTS = 'eventCount viewCount week { views calls viewsBefore callsBefore }';
const GLOBAL = `{ globalAnalytics { totalEvents eventsByType { type count } days { date count }
  topPages { page { uid } events } recentEvents { id type country createdAt page { uid } } } }`;

/**
 * The subgraph as the gateway calls it, for an administrator.
 */
export function createQueries(database: AnalyticsDatabase, log: Logger) {
  const subgraph = createAnalyticsSubgraph({
    reports: createReportsDatabase(database, () => new Date(), log),
    verifyToken: async () => ({ userId: newId(), role: 'ADMIN', sessionId: 'bench' }),
    clock: () => new Date(),
    log,
  });

  async function run(query: string, variables: Readonly<Record<string, unknown>> = {}): Promise<unknown> {
    const { data, errors } = await subgraph.execute({ query, variables }, CALL);
    if (errors !== undefined) throw new Error(JSON.stringify(errors));
    return data;
  }

  let requested = 0;
  const pages = (uids: readonly string[], fields: string) =>
    run(`query ($of: [_Any!]!) { _entities(representations: $of) { ... on Page { ${fields} } } }`, {
      of: uids.map((uid) => ({ __typename: 'Page', uid, ownerId: 'owner', tenure: 1 })),
    });

  return {
    report: (uid: string) => pages([uid], REPORT),
    administratorReport: (uid: string) => pages([uid], ADMINISTRATOR_REPORT),
    /** The query of the lists of pages. */
    counts: (many: number, from: number) =>
      pages(
        Array.from({ length: many }, (_, index) => madePage((from + index) % PAGES)),
        COUNTS,
      ),
    /** @returns the number of events */
    async global(): Promise<number> {
      return ((await run(GLOBAL)) as { globalAnalytics: { totalEvents: number } }).globalAnalytics.totalEvents;
    },
    /** Reports of pages not requested before, several at once, and the CPU time of each. */
    async distinctReports(atOnce: number, ms: number) {
      const first = requested;
      const begun = process.cpuUsage();
      const startedAt = performance.now();
      const caller = async () => {
        while (performance.now() - startedAt < ms) {
          requested += 1;
          await pages([madePage((50_000 + requested * 7) % PAGES)], REPORT);
        }
      };
      await Promise.all(Array.from({ length: atOnce }, caller));
      const { user, system } = process.cpuUsage(begun);
      return {
        perSecond: (requested - first) / ((performance.now() - startedAt) / 1000),
        processorMs: (user + system) / 1000 / (requested - first),
      };
    },
  };
}

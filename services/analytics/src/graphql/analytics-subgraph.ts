import { readFileSync } from 'node:fs';
import { createSubgraph } from '@volant/infra/graphql/subgraph';
import type { Subgraph, VerifyToken } from '@volant/infra/graphql/subgraph-call';
import type { Logger } from '@volant/infra/process/observability/log';
import DataLoader from 'dataloader';
import { ANALYTICS_ERRORS } from '../errors.ts';
import { parisDay } from '../paris-day.ts';
import type { Ownership } from '../reports/counted-events.ts';
import { countEvents } from '../reports/event-counts.ts';
import { createPageReports } from '../reports/page-report.ts';
import type { PageStamps } from '../reports/page-stamps.ts';
import { type CountOf, rememberCounts } from '../reports/remembered-counts.ts';
import type { ReportsDatabase } from '../reports/reports-database.ts';
import { countWeeks } from '../reports/week-counts.ts';
import { AdminPageAnalytics } from './AdminPageAnalytics.ts';
import type { AnalyticsContext } from './context.ts';
import { Event } from './Event.ts';
import { GlobalAnalytics } from './GlobalAnalytics.ts';
import { Page } from './Page.ts';
import { PageAnalytics } from './PageAnalytics.ts';
import { PageTotal } from './PageTotal.ts';
import { Query } from './Query.ts';

export interface AnalyticsSubgraphParts {
  readonly reports: ReportsDatabase;
  readonly stamps: PageStamps;
  readonly verifyToken: VerifyToken;
  readonly clock: () => Date;
  readonly log: Logger;
}

export function createAnalyticsSubgraph({
  reports,
  stamps,
  verifyToken,
  clock,
  log,
}: AnalyticsSubgraphParts): Subgraph {
  const { folded } = reports;
  const pageReport = createPageReports(reports, clock);
  const today = () => parisDay(clock().getTime());
  const count = rememberCounts((ownerships) => countEvents(reports, ownerships), { stamps, folded });
  // Relative to today: cached for a minute at most, like `folded`.
  const weeks = rememberCounts(countWeeks(reports, today), { stamps, folded });
  return createSubgraph<AnalyticsContext>({
    name: 'analytics',
    typeDefs: readFileSync(new URL('../../schema.graphql', import.meta.url), 'utf8'),
    resolvers: {
      Query,
      Page,
      PageAnalytics,
      AdminPageAnalytics,
      GlobalAnalytics,
      PageTotal,
      Event,
    },
    catalogue: ANALYTICS_ERRORS,
    verifyToken,
    createContext(_, viewer) {
      const now = clock();
      return {
        viewer,
        reports,
        pageReport,
        counts: loaderOf(count),
        weeks: loaderOf(weeks),
        now,
        today: parisDay(now.getTime()),
      };
    },
    log,
  });
}

/** Loads the counts of all pages in an operation's list with one query. */
function loaderOf<Counts>(count: CountOf<Counts>): DataLoader<Ownership, Counts, string> {
  return new DataLoader(count, { cacheKeyFn: ({ pageUid, tenure }) => `${pageUid} ${tenure}` });
}

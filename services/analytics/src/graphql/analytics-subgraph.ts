import { readFileSync } from 'node:fs';
import { createSubgraph } from '@volant/infra/graphql/subgraph';
import type { Subgraph, VerifyToken } from '@volant/infra/graphql/subgraph-call';
import type { Logger } from '@volant/infra/process/observability/log';
import { parisDay } from '@volant/infra/time/paris-day';
import DataLoader from 'dataloader';
import { ANALYTICS_ERRORS } from '../errors.ts';
import type { Ownership } from '../reports/counted-events.ts';
import { countEvents } from '../reports/event-counts.ts';
import { createPageReport } from '../reports/page-report.ts';
import type { ReportsDatabase } from '../reports/reports-database.ts';
import { countWeeks } from '../reports/week-counts.ts';
import { AdminPageAnalytics } from './AdminPageAnalytics.ts';
import type { AnalyticsContext } from './context.ts';
import { GlobalAnalytics } from './GlobalAnalytics.ts';
import { ofPage, Page } from './Page.ts';
import { PageAnalytics } from './PageAnalytics.ts';
import { Query } from './Query.ts';

export interface AnalyticsSubgraphParts {
  readonly reports: ReportsDatabase;
  readonly verifyToken: VerifyToken;
  readonly clock: () => Date;
  readonly system?: AnalyticsContext['system'];
  readonly log: Logger;
}

export function createAnalyticsSubgraph({
  reports,
  verifyToken,
  clock,
  system,
  log,
}: AnalyticsSubgraphParts): Subgraph {
  return createSubgraph<AnalyticsContext>({
    name: 'analytics',
    typeDefs: readFileSync(new URL('../../schema.graphql', import.meta.url), 'utf8'),
    resolvers: { Query, Page, PageAnalytics, AdminPageAnalytics, GlobalAnalytics, PageTotal: ofPage, Event: ofPage },
    catalogue: ANALYTICS_ERRORS,
    verifyToken,
    createContext(_, viewer) {
      const now = clock();
      const today = parisDay(now.getTime());
      return {
        viewer,
        reports,
        system,
        pageReport: (scope, period) => createPageReport(reports, clock, scope, today, period),
        counts: loaderOf((ownerships) => countEvents(reports, ownerships)),
        weeks: loaderOf((ownerships) => countWeeks(reports, ownerships, today)),
        now,
      };
    },
    log,
  });
}

/** Loads the counts of all pages in an operation's list with one query. */
function loaderOf<Counts>(
  count: (ownerships: readonly Ownership[]) => Promise<readonly Counts[]>,
): DataLoader<Ownership, Counts, string> {
  return new DataLoader(count, { cacheKeyFn: ({ pageUid, tenure }) => `${pageUid} ${tenure}` });
}

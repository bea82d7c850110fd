import type { SubgraphContext } from '@volant/infra/graphql/subgraph-call';
import type { EventCounts } from '../reports/event-counts.ts';
import type { CountOf } from '../reports/gathered-counts.ts';
import type { ReportOfPage } from '../reports/page-report.ts';
import type { ReportsDatabase } from '../reports/reports-database.ts';
import type { WeekCounts } from '../reports/week-counts.ts';

/** What the resolvers of one operation share. */
export interface AnalyticsContext extends Pick<SubgraphContext, 'viewer'> {
  readonly reports: ReportsDatabase;
  readonly pageReport: ReportOfPage;
  readonly count: CountOf<EventCounts>;
  readonly countWeeks: CountOf<WeekCounts>;
  /** When the operation began. */
  readonly now: Date;
  /** The same day in Europe/Paris. */
  readonly today: string;
}

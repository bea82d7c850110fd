import type { SubgraphContext } from '@volant/infra/graphql/subgraph-call';
import type DataLoader from 'dataloader';
import type { Ownership } from '../reports/counted-events.ts';
import type { EventCounts } from '../reports/event-counts.ts';
import type { ReportOfPage } from '../reports/page-report.ts';
import type { ReportsDatabase } from '../reports/reports-database.ts';
import type { WeekCounts } from '../reports/week-counts.ts';

/** What the resolvers of one operation share. */
export interface AnalyticsContext extends Pick<SubgraphContext, 'viewer'> {
  readonly reports: ReportsDatabase;
  readonly pageReport: ReportOfPage;
  readonly counts: DataLoader<Ownership, EventCounts, string>;
  readonly weeks: DataLoader<Ownership, WeekCounts, string>;
  /** When the operation began. */
  readonly now: Date;
  /** The same day in Europe/Paris. */
  readonly today: string;
}

import type { SubgraphContext } from '@volant/infra/graphql/subgraph-call';
import type { ServicePorts } from '@volant/infra/process/shell/service-ports';
import type DataLoader from 'dataloader';
import type { Ownership, Scope } from '../reports/counted-events.ts';
import type { EventCounts } from '../reports/event-counts.ts';
import type { PageReport } from '../reports/page-report.ts';
import type { Period } from '../reports/periods.ts';
import type { ReportsDatabase } from '../reports/reports-database.ts';
import type { WeekCounts } from '../reports/week-counts.ts';

/** Shared by the resolvers of one operation. */
export interface AnalyticsContext extends Pick<SubgraphContext, 'viewer'> {
  readonly reports: ReportsDatabase;
  readonly pageReport: (scope: Scope, period?: Period) => PageReport;
  readonly counts: DataLoader<Ownership, EventCounts, string>;
  readonly weeks: DataLoader<Ownership, WeekCounts, string>;
  /** Start of the operation. */
  readonly now: Date;
  readonly system?: ServicePorts['system'];
}

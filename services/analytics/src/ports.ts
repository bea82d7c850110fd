import type { AnalyticsDatabase } from '@volant/infra/analytics-database/analytics-database';
import type { Notices } from '@volant/infra/process/shell/notices';
import type { ServicePorts } from '@volant/infra/process/shell/service-ports';
import type { ViewStore } from '@volant/infra/views/view-store';

export interface AnalyticsPorts
  extends Pick<ServicePorts, 'messageLog' | 'cache' | 'clock' | 'newId' | 'log' | 'measures' | 'system'> {
  /** Undefined if the only role is `collect`. */
  readonly database: AnalyticsDatabase | undefined;
  /** Of this process alone, for the pages view of `collect`. */
  readonly ownViews: ViewStore;
  readonly notices?: Notices;
}

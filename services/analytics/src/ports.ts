import type { AnalyticsDatabase } from '@volant/infra/analytics-database/analytics-database';
import type { Cache } from '@volant/infra/cache/cache';
import type { MessageLog } from '@volant/infra/message-log/message-log';
import type { Logger } from '@volant/infra/process/observability/log';
import type { Measures } from '@volant/infra/process/observability/metrics';
import type { ViewStore } from '@volant/infra/views/view-store';

export interface AnalyticsPorts {
  readonly messageLog: MessageLog;
  /** Undefined if the only role is `collect`. */
  readonly database: AnalyticsDatabase | undefined;
  /** In the memory of this process, for the pages view of `collect`. */
  readonly memoryViews: ViewStore;
  readonly cache: Cache;
  readonly clock: () => Date;
  /** Makes a UUIDv7. */
  readonly newId: () => string;
  readonly log: Logger;
  /** If absent, no metrics are recorded. */
  readonly measures?: Measures;
}

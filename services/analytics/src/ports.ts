import type { AnalyticsDatabase } from '@volant/infra/analytics-database/analytics-database';
import type { Cache } from '@volant/infra/cache/cache';
import type { MessageLog } from '@volant/infra/message-log/message-log';
import type { Logger } from '@volant/infra/process/log';
import type { Measures } from '@volant/infra/process/metrics';
import type { ViewStore } from '@volant/infra/views/view-store';

export interface AnalyticsPorts {
  readonly messageLog: MessageLog;
  /** Undefined where the only role is `collect`. */
  readonly database: AnalyticsDatabase | undefined;
  /** In the memory of this process, for what `collect` knows of pages. */
  readonly memoryViews: ViewStore;
  readonly cache: Cache;
  readonly clock: () => Date;
  /** Makes a UUIDv7. */
  readonly newId: () => string;
  readonly log: Logger;
  /** Nobody measures if it is absent. */
  readonly measures?: Measures;
}

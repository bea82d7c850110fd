import type { Viewer } from '@volant/infra/auth/viewer';
import type { CountEvents } from '../reports/gathered-counts.ts';
import type { ReportsDatabase } from '../reports/reports-database.ts';

/** What the resolvers of one operation share. */
export interface AnalyticsContext {
  readonly viewer: Viewer | undefined;
  readonly reports: ReportsDatabase;
  readonly count: CountEvents;
  /** Today in Europe/Paris. */
  readonly today: string;
}

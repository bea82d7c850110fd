import { isAdmin, type Viewer } from '@volant/infra/auth/viewer';
import { DomainError } from '@volant/infra/errors/domain-error';
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

/** @throws DomainError UNAUTHENTICATED, or FORBIDDEN for anybody but administrators */
export function requireAdministrator({ viewer }: AnalyticsContext): void {
  if (viewer === undefined) throw new DomainError('UNAUTHENTICATED');
  if (!isAdmin(viewer)) throw new DomainError('FORBIDDEN');
}

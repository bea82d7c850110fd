import { screens } from '../../web/src/app/screens.ts';
import type { Screen } from './screens.ts';

/** Maximal kilobytes of script (gzip) on a first visit, by kind of screen. */
const KILOBYTES = {
  /** Prerendered pages, such as the landing page. */
  finished: 100,
  /** A driver's page with its profile. */
  profile: 12,
  /** All other screens, with or without an account; includes Apollo Client. */
  application: 247,
  /** What administrators count, which has the charts. */
  charts: 331,
} as const;
const FINISHED: ReadonlySet<string> = new Set(
  screens.filter(({ document }) => document === 'finished').map(({ path }) => path),
);
const PROFILES = /^\/d\/demo-(?:berline|van|taxi)$/;

export function scriptBudgetOf({ path, visitor }: Screen): number {
  if (PROFILES.test(path)) return KILOBYTES.profile;
  if (path === '/admin?tab=analytics') return KILOBYTES.charts;
  return visitor === 'guest' && FINISHED.has(path) ? KILOBYTES.finished : KILOBYTES.application;
}

import type { Screen } from './screens.ts';

/** Maximal kilobytes of script (gzip) on a first visit, by kind of screen. */
const KILOBYTES = {
  /** Prerendered pages, such as the landing page. */
  finished: 100,
  /** A driver's page with its profile. */
  profile: 12,
  /** All other screens, with or without an account; includes Apollo Client. */
  application: 240,
} as const;
const FINISHED =
  /^\/(?:|contact-info|our-story|tutorial|privacy-policy|terms-of-service|refund-policy|shipping-policy)$/;
const PROFILES = /^\/d\/demo-(?:berline|van|taxi)$/;

export function scriptBudgetOf({ path, visitor }: Screen): number {
  if (PROFILES.test(path)) return KILOBYTES.profile;
  return visitor === 'guest' && FINISHED.test(path) ? KILOBYTES.finished : KILOBYTES.application;
}

import type { Screen } from './screens.ts';

/** Kilobytes of script (gzip) that a first visit may load, by what is visited. */
const KILOBYTES = {
  /** What everybody reads: the landing page and the like. */
  finished: 100,
  /** A driver's page with its profile. */
  profile: 12,
  /** Everything else, with or without an account; Apollo Client included. */
  application: 200,
} as const;
const FINISHED =
  /^\/(?:|contact-info|our-story|tutorial|privacy-policy|terms-of-service|refund-policy|shipping-policy)$/;
const PROFILES = /^\/d\/demo-(?:berline|van|taxi)$/;

export function scriptBudgetOf({ path, visitor }: Screen): number {
  if (PROFILES.test(path)) return KILOBYTES.profile;
  return visitor === 'guest' && FINISHED.test(path) ? KILOBYTES.finished : KILOBYTES.application;
}

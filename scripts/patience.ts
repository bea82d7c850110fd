/**
 * Timeouts of tests, for two quiet cores. VOLANT_TEST_PATIENCE multiplies them: on a busy machine, and in the projects
 * below, whose tests repeat, measure or restart servers for minutes.
 */
const times = Number(process.env.VOLANT_TEST_PATIENCE ?? 1);
/** Of a wait in a test. */
export const PATIENCE_MS = 30_000 * times;
/** Of a test or a hook. */
export const TEST_MS = 120_000 * times;

/** Vitest projects with longer timeouts, by this factor. */
export const LONGER: Readonly<Record<string, number>> = {
  all: 10,
  'all-e2e': 10,
  nightly: 10,
  lighthouse: 10,
  servers: 10,
  'servers-e2e': 10,
  outages: 10,
};

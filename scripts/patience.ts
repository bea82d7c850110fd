/** Timeout of waits in tests: with forty other tests on two cores, work of a second takes a minute. */
export const PATIENCE_MS = 300_000;

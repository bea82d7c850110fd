/** How long a test waits for what is to come: with forty others at work on two cores what takes a second takes a minute. */
export const PATIENCE_MS = 300_000;

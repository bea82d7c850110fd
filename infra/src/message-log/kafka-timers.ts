import { createRequire } from 'node:module';

/** What is touched here of kafkajs 2.2.4's queue of requests to one broker. */
interface RequestQueue {
  readonly pending: readonly unknown[];
  /** Milliseconds since 1970; -1 while the broker has asked for no pause. */
  readonly throttledUntil: number;
  throttleCheckTimeoutId: NodeJS.Timeout | null;
  checkPendingRequests(): void;
  scheduleCheckPendingRequests(): void;
}

const CHECK_EVERY_MS = 10;

/**
 * Keeps kafkajs from timers of less than nothing: it takes the time now from the
 * end of a pause that may never have begun. Node takes them for 1 ms, and newer
 * versions say so on standard error, beside the one line an operator is promised.
 */
export function mendTimers(): void {
  const { prototype } = createRequire(import.meta.url)('kafkajs/src/network/requestQueue/index.js') as {
    readonly prototype: RequestQueue;
  };
  prototype.scheduleCheckPendingRequests = function (this: RequestQueue) {
    if (this.throttleCheckTimeoutId !== null) return;
    const left = this.throttledUntil - Date.now();
    this.throttleCheckTimeoutId = setTimeout(
      () => {
        this.throttleCheckTimeoutId = null;
        this.checkPendingRequests();
      },
      left > 0 ? left : this.pending.length > 0 ? CHECK_EVERY_MS : 1,
    );
  };
}

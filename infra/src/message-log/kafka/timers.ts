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
 * Keeps kafkajs from waking up for nothing. Its queue looks for requests to send
 * whether or not any are waiting, every millisecond of every connection; and it
 * takes the time now from the end of a pause that may never have begun, which
 * newer versions of Node complain of on standard error, beside the one line an
 * operator is promised.
 */
export function mendTimers(): void {
  const { prototype } = createRequire(import.meta.url)('kafkajs/src/network/requestQueue/index.js') as {
    readonly prototype: RequestQueue;
  };
  prototype.scheduleCheckPendingRequests = function (this: RequestQueue) {
    // Whatever waits later comes here again.
    if (this.throttleCheckTimeoutId !== null || this.pending.length === 0) return;
    const left = this.throttledUntil - Date.now();
    this.throttleCheckTimeoutId = setTimeout(
      () => {
        this.throttleCheckTimeoutId = null;
        this.checkPendingRequests();
      },
      left > 0 ? left : CHECK_EVERY_MS,
    );
  };
}

import { createRequire } from 'node:module';

/** The members of kafkajs 2.2.4's request queue of a broker that are used here. */
interface RequestQueue {
  readonly pending: readonly unknown[];
  scheduleCheckPendingRequests(): void;
}

/**
 * Patches kafkajs, whose queues wake up every millisecond of every connection even if no request waits (ADR 58). It also
 * subtracts the current time from the end of a throttling that may never have begun; newer Node versions warn about the
 * negative timeout on standard error, where operators are promised a single line.
 */
export function mendTimers(): void {
  const { prototype } = createRequire(import.meta.url)('kafkajs/src/network/requestQueue/index.js') as {
    readonly prototype: RequestQueue;
  };
  const { scheduleCheckPendingRequests } = prototype;
  prototype.scheduleCheckPendingRequests = function (this: RequestQueue) {
    // A request added later calls this function again.
    if (this.pending.length > 0) scheduleCheckPendingRequests.call(this);
  };
}

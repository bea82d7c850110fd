import { createRequire } from 'node:module';

interface SentRequest {
  readonly sentAt: number;
  readonly requestTimeout: number;
  timeoutRequest(): void;
}

/** What is touched here of kafkajs 2.2.4's queue of requests to one broker. */
interface RequestQueue {
  readonly pending: readonly unknown[];
  readonly inflight: ReadonlyMap<number, SentRequest>;
  readonly enforceRequestTimeout: boolean;
  readonly isConnected: () => boolean;
  requestTimeoutIntervalId: NodeJS.Timeout | null;
  /** Milliseconds since 1970; -1 while the broker has asked for no pause. */
  readonly throttledUntil: number;
  throttleCheckTimeoutId: NodeJS.Timeout | null;
  checkPendingRequests(): void;
  scheduleCheckPendingRequests(): void;
  scheduleRequestTimeoutCheck(): void;
  destroy(): void;
}

const CHECK_EVERY_MS = 10;
/** Requests have 15 s. */
const LOOK_FOR_LAPSED_EVERY_MS = 1_000;

/**
 * Keeps kafkajs from waking up for nothing. Its queue looks for requests to send
 * whether or not any are waiting, every millisecond of every connection; and it
 * takes the time now from the end of a pause that may never have begun, which
 * newer versions of Node complain of on standard error, beside the one line an
 * operator is promised. It also looks far too often for requests that have lapsed (ADR 34).
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
  prototype.scheduleRequestTimeoutCheck = function (this: RequestQueue) {
    if (!this.enforceRequestTimeout) return;
    this.destroy();
    this.requestTimeoutIntervalId = setInterval(() => {
      const now = Date.now();
      for (const request of this.inflight.values()) {
        if (now - request.sentAt > request.requestTimeout) request.timeoutRequest();
      }
      if (!this.isConnected()) this.destroy();
    }, LOOK_FOR_LAPSED_EVERY_MS);
  };
}

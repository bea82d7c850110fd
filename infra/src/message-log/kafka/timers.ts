import { createRequire } from 'node:module';

interface SentRequest {
  readonly sentAt: number;
  readonly requestTimeout: number;
  timeoutRequest(): void;
}

/** The members of kafkajs 2.2.4's request queue of a broker that are used here. */
interface RequestQueue {
  readonly pending: readonly unknown[];
  readonly inflight: ReadonlyMap<number, SentRequest>;
  readonly enforceRequestTimeout: boolean;
  readonly isConnected: () => boolean;
  requestTimeoutIntervalId: NodeJS.Timeout | null;
  /** Milliseconds since 1970; -1 if the broker has requested no throttling. */
  readonly throttledUntil: number;
  throttleCheckTimeoutId: NodeJS.Timeout | null;
  checkPendingRequests(): void;
  scheduleCheckPendingRequests(): void;
  scheduleRequestTimeoutCheck(): void;
  destroy(): void;
}

const CHECK_EVERY_MS = 10;
/** Requests time out after 15 s, so one second is precise enough. */
const LOOK_FOR_LAPSED_EVERY_MS = 1_000;

/**
 * Patches kafkajs to avoid idle wakeups (ADR 34). Its queue checks for requests every millisecond of every connection,
 * even if none are waiting. It also subtracts the current time from the end of a throttling that may never have begun;
 * newer Node versions warn about the negative timeout on standard error, where operators are promised a single line.
 * And it checks far too often for requests that timed out.
 */
export function mendTimers(): void {
  const { prototype } = createRequire(import.meta.url)('kafkajs/src/network/requestQueue/index.js') as {
    readonly prototype: RequestQueue;
  };
  prototype.scheduleCheckPendingRequests = function (this: RequestQueue) {
    // A request added later calls this function again.
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

import { performance } from 'node:perf_hooks';
import { getHeapStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

export interface IdleMemoryParts {
  /** Share of the time since the last call in which the event loop was busy. */
  readonly busyShare: () => number;
  /** Bytes that the heap occupies. */
  readonly heapSize: () => number;
  readonly collect: () => void;
}

const LOOK_EVERY_MS = 30_000;
const IDLE_SHARE = 0.02;
/** A heap that has not grown by this has nothing worth a pause. */
const WORTH_BYTES = 16 * 1024 * 1024;

/**
 * Collects garbage once the process is idle after work. V8 keeps a young generation of 64 MB until a full collection,
 * which an idle process never comes to by itself.
 */
export function returnMemoryWhenIdle(parts: IdleMemoryParts = ofThisProcess()): void {
  const { busyShare, heapSize, collect } = parts;
  let left = 0;
  setInterval(() => {
    if (busyShare() > IDLE_SHARE || heapSize() - left < WORTH_BYTES) return;
    collect();
    left = heapSize();
  }, LOOK_EVERY_MS).unref();
}

function ofThisProcess(): IdleMemoryParts {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  let last = performance.eventLoopUtilization();
  return {
    busyShare() {
      const now = performance.eventLoopUtilization();
      const { utilization } = performance.eventLoopUtilization(now, last);
      last = now;
      return utilization;
    },
    heapSize: () => getHeapStatistics().total_physical_size,
    collect,
  };
}

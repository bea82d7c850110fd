import type { Cache } from '../cache/cache.ts';
import { type Pause, startPausable } from '../cache/pausing.ts';
import type { Logger } from '../process/observability/log.ts';
import type { WriteGate } from './write-gate.ts';

/** Changes wait while a backup reads the event stores. */
export const WRITING: Pause = { work: 'write', request: 'backup-of-event-stores' };

/**
 * Holds the gate while a command requests it, in each process that writes.
 * @returns a function that ends this, and lets writes pass
 */
export async function startWriting(gate: WriteGate, cache: Cache, log: Logger): Promise<() => Promise<void>> {
  let release = () => {};
  const start = async () => release();
  const stop = () =>
    new Promise<void>((held) => {
      gate.hold(() => {
        held();
        return new Promise<void>((resolve) => {
          release = resolve;
        });
      });
    });
  const writing = await startPausable({ cache, log, pause: WRITING, start, stop });
  return () => writing.end(start);
}

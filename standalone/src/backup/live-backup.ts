import type { Adapters } from '@volant/infra/adapters/adapters-port';
import type { EventStore } from '@volant/infra/event-store/event-store';
import { OperatorError } from '@volant/infra/process/settings/server-errors';
import { newExport } from '../transfer/archive.ts';
import { OWNERS } from '../transfer/places.ts';
import { tableOf } from '../transfer/progress.ts';
import { writeExport } from '../transfer/write-export.ts';

export interface LiveBackupParts {
  readonly adapters: Adapters;
  readonly withoutStoring: (work: () => Promise<void>) => Promise<void>;
}

export type LiveBackup = (place: string, say: (line: string) => void) => Promise<void>;

/**
 * Backs up the data directory of the running product. Events are accepted, but not counted before the end.
 */
export function createLiveBackup({ adapters, withoutStoring }: LiveBackupParts): LiveBackup {
  async function make(...[place, say]: Parameters<LiveBackup>): Promise<void> {
    const target = await newExport(place);
    try {
      const table = await writeExport(adapters, target.directory, say, {
        storing: withoutStoring,
        writes: (work) =>
          adapters.eventStoresAtOnePoint(async (storeOf) => {
            const stores: { readonly owner: string; readonly store: EventStore }[] = [];
            for (const owner of OWNERS) stores.push({ owner, store: await storeOf(owner) });
            await work(stores);
          }),
        deletions: (work) => adapters.gates.deletions.hold(work),
      });
      await target.finish();
      say(tableOf(['here', 'in the backup'], table));
    } catch (error) {
      await target.discard();
      throw error;
    }
  }
  let last: Promise<void> = Promise.resolve();
  let waiting = 0;
  return (place, say) => {
    if (waiting > 0) say('Another backup is being made; this one waits for its end.');
    waiting += 1;
    const turn = last.then(() => make(place, say));
    last = turn
      .catch(() => {})
      .finally(() => {
        waiting -= 1;
      });
    return turn;
  };
}

/** One line for the operator. */
export function sentenceOf(error: unknown): string {
  if (error instanceof OperatorError) return error.message;
  return error instanceof Error ? (error.message.split('\n')[0] ?? error.name) : String(error);
}

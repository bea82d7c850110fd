import type { EventStore } from '../event-store/event-store.ts';

/** Where everything up to is handled, kept durably. */
export interface Checkpoint {
  load(): Promise<number>;
  /** @param fence number of the lease it was reached under */
  save(position: number, fence: number | undefined): Promise<void>;
}

export function checkpointIn({ checkpoints }: Pick<EventStore, 'checkpoints'>, name: string): Checkpoint {
  return { load: () => checkpoints.load(name), save: (position) => checkpoints.save(name, position) };
}

import type { EventStore } from '../event-store/event-store.ts';

/** Durable position up to which everything is handled. */
export interface Checkpoint {
  load(): Promise<number>;
  /** @param fence fencing token of the lease under which it was reached */
  save(position: number, fence: number | undefined): Promise<void>;
}

export function checkpointIn({ checkpoints }: Pick<EventStore, 'checkpoints'>, name: string): Checkpoint {
  return { load: () => checkpoints.load(name), save: (position) => checkpoints.save(name, position) };
}

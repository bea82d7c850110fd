import { Ending } from './ending.ts';
import type { Lease, Leases } from './lease.ts';

interface Held {
  readonly fence: number;
  readonly ending: Ending;
}

/** Leases between parts of one process. They never expire, because all holders end with the process. */
export function createMemoryLeases(): Leases {
  const fences = new Map<string, number>();
  const holders = new Map<string, Held>();

  function take(name: string): Lease {
    const fence = (fences.get(name) ?? 0) + 1;
    const held: Held = { fence, ending: new Ending() };
    fences.set(name, fence);
    holders.get(name)?.ending.come();
    holders.set(name, held);
    return {
      fence,
      held: () => !held.ending.over,
      onEnd: (listener) => held.ending.onEnd(listener),
      async release() {
        if (holders.get(name) === held) holders.delete(name);
        held.ending.come();
      },
    };
  }

  return {
    acquire: async (name) => (holders.has(name) ? undefined : take(name)),
    seize: async (name) => take(name),
    taken: async () => [...holders.keys()],
    async close() {
      for (const { ending } of holders.values()) ending.come();
      holders.clear();
    },
  };
}

import type { Lease, Leases } from '../lease/lease.ts';

/** Leases between parts of one process. They never expire, because all holders end with the process. */
export function createMemoryLeases(): Leases {
  const fences = new Map<string, number>();
  /** Fence of the present holder, by name. */
  const holders = new Map<string, number>();

  function take(name: string): Lease {
    const fence = (fences.get(name) ?? 0) + 1;
    fences.set(name, fence);
    holders.set(name, fence);
    const held = () => holders.get(name) === fence;
    return {
      fence,
      held,
      async release() {
        if (held()) holders.delete(name);
      },
    };
  }

  return {
    acquire: async (name) => (holders.has(name) ? undefined : take(name)),
    seize: async (name) => take(name),
    taken: async () => [...holders.keys()],
    close: async () => holders.clear(),
  };
}

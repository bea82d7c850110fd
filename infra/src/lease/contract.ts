import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Lease, Leases } from './lease.ts';

export interface LeasesUnderTest {
  readonly leases: Leases;
  /** The same leases as another process sees them; within one process they are the same object. */
  readonly others: Leases;
  cleanUp(): Promise<void>;
}

/** Behavior that every lease adapter must provide. */
export function leasesContract(name: string, open: () => Promise<LeasesUnderTest>): void {
  describe(`leases: ${name}`, () => {
    let opened: LeasesUnderTest;

    beforeEach(async () => {
      opened = await open();
    });
    afterEach(() => opened.cleanUp());

    const acquired = async (leases: Leases, lease = 'relay'): Promise<Lease> => {
      const taken = await leases.acquire(lease);
      if (taken === undefined) throw new Error('somebody else has it');
      return taken;
    };

    it('have one holder at a time, each name separately', async () => {
      const { leases, others } = opened;
      const lease = await acquired(leases);
      expect(lease.held()).toBe(true);
      expect(await others.acquire('relay')).toBeUndefined();
      expect((await others.acquire('other'))?.held()).toBe(true);
    });

    it('go to one of many concurrent applicants', async () => {
      const { leases, others } = opened;
      const asking = Array.from({ length: 40 }, (_, index) => (index % 2 === 0 ? leases : others).acquire('relay'));
      expect((await Promise.all(asking)).filter((lease) => lease !== undefined)).toHaveLength(1);
    });

    it('are listed as taken while they are held', async () => {
      const { leases, others } = opened;
      expect(await others.taken()).toEqual([]);
      const relay = await acquired(leases);
      await acquired(leases, 'view');
      expect([...(await others.taken())].sort()).toEqual(['relay', 'view']);
      await relay.release();
      expect(await others.taken()).toEqual(['view']);
    });

    it('are free after their release, with a higher fence', async () => {
      const { leases, others } = opened;
      const first = await acquired(leases);
      await first.release();
      expect(first.held()).toBe(false);
      const second = await acquired(others);
      expect(second.fence).toBeGreaterThan(first.fence);
      await first.release();
      expect(second.held()).toBe(true);
      expect(await leases.acquire('relay')).toBeUndefined();
    });

    it('can be seized, and the former holder notices', async () => {
      const { leases, others } = opened;
      const first = await acquired(leases);
      const second = await others.seize('relay');
      expect(second.fence).toBeGreaterThan(first.fence);
      await expect.poll(() => first.held()).toBe(false);
      expect(second.held()).toBe(true);
      expect((await opened.leases.seize('unknown')).held()).toBe(true);
    });

    it('are lost one by one', async () => {
      const { leases, others } = opened;
      const [seized, held] = [await acquired(leases, 'seized'), await acquired(leases, 'kept')];
      await others.seize('seized');
      await expect.poll(() => seized.held()).toBe(false);
      expect(held.held()).toBe(true);
      expect(await others.acquire('kept')).toBeUndefined();
    });

    it('are released by close', async () => {
      const { leases, others } = opened;
      const lease = await acquired(leases);
      await leases.close();
      expect(lease.held()).toBe(false);
      expect((await others.acquire('relay'))?.held()).toBe(true);
    });
  });
}

import { beforeEach, describe, expect, it } from 'vitest';
import { networksOf } from '../network/networks.ts';
import type { Cache } from './cache.ts';
import { createMemoryCache } from './memory-cache.ts';
import { takeOfNetworks } from './network-limit.ts';

const LIMIT = { uses: 2, windowMs: 60_000 };
let cache: Cache;
beforeEach(() => {
  cache = createMemoryCache();
});

const take = (address: string, amount?: number) => takeOfNetworks(cache, networksOf(address), LIMIT, amount);
const allowed = async (address: string) => (await take(address)).allowed;
/** An address in one of the networks of a /48. */
const within = (wide: string, network: number) => `${wide}:${network.toString(16)}::1`;

describe('limit of a network', () => {
  it('applies to one IPv4 address', async () => {
    expect([await allowed('192.0.2.1'), await allowed('192.0.2.1'), await allowed('192.0.2.1')]).toEqual([
      true,
      true,
      false,
    ]);
    expect(await allowed('192.0.2.2')).toBe(true);
  });

  it('applies to a /48 as a whole, at sixteen times the uses', async () => {
    let count = 0;
    for (let network = 0; network < 200; network += 1) count += (await allowed(within('2001:db8:1', network))) ? 1 : 0;
    expect(count).toBe(2 * 16);
    expect(await allowed('2001:db8:2::1')).toBe(true);
  });

  it('returns the time to wait, and takes nothing if it refuses', async () => {
    for (let network = 0; network < 32; network += 1) await take(within('2001:db8:1', network));
    const refused = await take(within('2001:db8:1', 99));
    expect(refused.allowed).toBe(false);
    expect(refused.retryAfterMs).toBeGreaterThan(59_000);
    // The network itself has not used anything up.
    expect((await cache.take(networksOf(within('2001:db8:1', 99))[0], 2, 60_000, 2)).allowed).toBe(true);
  });

  it('returns the uses at every width', async () => {
    for (let round = 0; round < 40; round += 1) {
      const verdict = await take('2001:db8:1:1::1', 2);
      expect(verdict.allowed).toBe(true);
      await verdict.giveBack();
    }
  });
});

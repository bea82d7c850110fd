import type { Cache } from '@volant/infra/cache/cache';
import { createMemoryCache } from '@volant/infra/cache/memory-cache';
import { type Address, parseAddress } from '@volant/infra/network/address';
import { createLogger } from '@volant/infra/process/observability/log';
import { describe, expect, it } from 'vitest';
import { takeEvents } from './flood-limit.ts';
import { createVisitors } from './visitors.ts';

const log = createLogger({ name: 'test', level: 'silent' });
function addressOf(text: string): Address {
  const address = parseAddress(text);
  if (address === undefined) throw new Error(`${text} is no address`);
  return address;
}

const address = addressOf('203.0.113.9');
const BROWSER = 'a browser';
let now = new Date();
const clock = () => now;

async function hashOf(
  visitors: ReturnType<typeof createVisitors>,
  of = address,
  browser = BROWSER,
  page = 'a page',
): Promise<string> {
  const { high, low } = (await visitors.today()).visitor(of, browser).onPage(page);
  return `${high}-${low}`;
}

const broken = {
  get: () => Promise.reject(new Error('away')),
  setIfAbsent: () => Promise.reject(new Error('away')),
  take: () => Promise.reject(new Error('away')),
} as unknown as Cache;

describe('visitors', () => {
  it('get the same hash in every process during a day in Paris, and another the next day', async () => {
    const cache = createMemoryCache({ clock });
    const [one, other] = [createVisitors(cache, clock, log), createVisitors(cache, clock, log)];
    now = new Date('2026-10-24T22:00:00Z');
    const hash = await hashOf(one);
    now = new Date('2026-10-25T22:59:59Z');
    expect(await hashOf(other)).toBe(hash);
    expect(await hashOf(one)).toBe(hash);
    now = new Date('2026-10-25T23:00:00Z');
    expect(await hashOf(one)).not.toBe(hash);
    expect(await hashOf(other)).toBe(await hashOf(one));
  });

  it('leave no salt in the cache after their day', async () => {
    const cache = createMemoryCache({ clock });
    now = new Date('2026-03-28T23:00:00Z');
    await createVisitors(cache, clock, log).today();
    now = new Date('2026-03-29T21:59:59Z');
    expect(await cache.get('visitor-salt:2026-03-29')).toEqual(expect.any(String));
    now = new Date('2026-03-29T22:00:00Z');
    expect(await cache.get('visitor-salt:2026-03-29')).toBeUndefined();
  });

  it('differ by address and by browser, without collisions of swapped texts', async () => {
    const visitors = createVisitors(createMemoryCache({ clock }), clock, log);
    const others = await Promise.all([
      hashOf(visitors),
      hashOf(visitors, addressOf('203.0.113.10')),
      hashOf(visitors, address, 'another browser'),
      hashOf(visitors, address, ''),
    ]);
    expect(new Set(others).size).toBe(4);
  });

  it('share neither a hash nor a constant difference between pages', async () => {
    const today = await createVisitors(createMemoryCache({ clock }), clock, log).today();
    const differences = Array.from({ length: 200 }, (_, last) => {
      const visitor = today.visitor(addressOf(`203.0.113.${last}`), BROWSER);
      const [one, other] = [visitor.onPage('a page'), visitor.onPage('another page')];
      return `${one.high ^ other.high} ${one.low ^ other.low} ${(one.high - other.high) >>> 0}`;
    });
    expect(differences).not.toContain('0 0 0');
    expect(new Set(differences).size).toBe(200);
  });

  it('are distinguished by all 64 bits', async () => {
    const today = await createVisitors(createMemoryCache({ clock }), clock, log).today();
    const all = Array.from({ length: 200 }, (_, last) =>
      today.visitor(addressOf(`203.0.113.${last}`), BROWSER).onPage('a page'),
    );
    for (const bitsOf of [all.map(({ high }) => high), all.map(({ low }) => low)]) {
      const everSet = bitsOf.reduce((set, bits) => (set | bits) >>> 0, 0);
      const everClear = bitsOf.reduce((clear, bits) => (clear | ~bits) >>> 0, 0);
      expect([everSet, everClear]).toEqual([0xffff_ffff, 0xffff_ffff]);
    }
  });

  it('of one IPv6 network count as one visitor, and a /48 has a common limit', async () => {
    const visitors = createVisitors(createMemoryCache({ clock }), clock, log);
    const at = async (text: string) => {
      const visitor = (await visitors.today()).visitor(addressOf(text), BROWSER);
      return { networkKeys: visitor.networkKeys, ...visitor.onPage('a page') };
    };
    const one = await at('2001:db8:1:2::3');
    expect(await at('2001:db8:1:2:aaaa:bbbb:cccc:dddd')).toEqual(one);
    const other = await at('2001:db8:1:3::3');
    expect([other.high, other.networkKeys[0]]).not.toEqual([one.high, one.networkKeys[0]]);
    expect(other.networkKeys[1]).toBe(one.networkKeys[1]);
    expect((await at('2001:db8:2:2::3')).networkKeys[1]).not.toBe(one.networkKeys[1]);
    expect((await at('192.0.2.1')).networkKeys).toHaveLength(1);
    expect(await at('192.0.2.1')).toEqual(await at('::ffff:192.0.2.1'));
  });

  it('that change networks within a /48 are limited', async () => {
    const cache = createMemoryCache({ clock });
    const visitors = createVisitors(cache, clock, log);
    let taken = 0;
    for (let network = 0; network < 200; network += 1) {
      const address = addressOf(`2001:db8:1:${network.toString(16)}::1`);
      const { networkKeys } = (await visitors.today()).visitor(address, BROWSER);
      await takeEvents(cache, networkKeys, 50, log).then(
        () => (taken += 50),
        (error: unknown) => expect(error).toMatchObject({ code: 'TOO_MANY_REQUESTS' }),
      );
    }
    expect(taken).toBe(Math.floor((120 * 16) / 50) * 50);
  });

  it('are counted and not refused while the cache is unavailable', async () => {
    const visitors = createVisitors(broken, clock, log);
    expect(await hashOf(visitors)).toBe(await hashOf(visitors));
    await expect(takeEvents(broken, ['key'], 50, log)).resolves.toBeUndefined();
  });
});

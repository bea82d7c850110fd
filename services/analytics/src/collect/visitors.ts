import { hash, randomBytes } from 'node:crypto';
import type { Cache } from '@volant/infra/cache/cache';
import { remembered } from '@volant/infra/cache/remembered';
import type { Address } from '@volant/infra/network/address';
import { networksOf } from '@volant/infra/network/networks';
import type { Logger } from '@volant/infra/process/observability/log';
import { parisDay, untilParisMidnight } from '@volant/infra/time/paris-day';
import type { Bits64 } from '../activity-codec.ts';
import { MAX_USER_AGENT } from './known-bot.ts';

/** A visitor during one day. Cannot be traced back to an address once the day's salt is deleted. */
export interface Visitor {
  /** Keys of the visitor's networks for rate limits, narrowest first. */
  readonly networkKeys: readonly string[];
  /**
   * Identifies a visitor within one page. Hashes of two pages are unrelated, so that visits to several pages cannot be
   * linked: not even before the salt is deleted, by a reader of the table alone.
   */
  onPage(pageUid: string): Bits64;
}

export interface DayOfVisitors {
  readonly day: string;
  visitor(address: Address, userAgent: string): Visitor;
}

const USER_AGENTS = { max: 5_000, maxLength: MAX_USER_AGENT };

/**
 * Hashes visitors with a random salt per day. Processes share the salt through the cache, so that all compute the same
 * hash, and it expires with the day.
 */
export function createVisitors(cache: Cache, clock: () => Date, log: Logger) {
  let today: DayOfVisitors | undefined;
  let loading: Promise<DayOfVisitors> | undefined;

  async function load(day: string, now: number): Promise<DayOfVisitors> {
    const fresh = randomBytes(32).toString('base64');
    const key = `visitor-salt:${day}`;
    try {
      const first = await cache.setIfAbsent(key, fresh, untilParisMidnight(now));
      return dayOfVisitors(day, first ? fresh : ((await cache.get(key)) ?? fresh));
    } catch (error) {
      // Losing events would be worse than counting a visitor once per process.
      log.warn({ err: error }, "the day's salt cannot be shared; this process uses one of its own");
      return dayOfVisitors(day, fresh);
    }
  }

  return {
    /** Synchronous except for the first request of a day. */
    today(): DayOfVisitors | Promise<DayOfVisitors> {
      const now = clock().getTime();
      const day = parisDay(now);
      if (today?.day === day) return today;
      loading ??= load(day, now).then((loaded) => {
        today = loaded;
        loading = undefined;
        // The salt must not outlive its day, even if no request asks for the next one.
        setTimeout(() => {
          if (today === loaded) today = undefined;
        }, untilParisMidnight(now)).unref();
        return loaded;
      });
      return loading;
    },
  };
}

export type Visitors = ReturnType<typeof createVisitors>;

function dayOfVisitors(day: string, salt: string): DayOfVisitors {
  // The salt is secret, has full entropy and a fixed length, and at most 24 of the 32 bytes are used. So the plain hash
  // is as safe as an HMAC, at a third of the cost.
  const salted = (text: string) => hash('sha256', salt + text, 'binary');
  const browserOf = remembered(USER_AGENTS, (userAgent) => salted(`browser ${userAgent}`).slice(0, 8));

  return {
    day,
    visitor(address, userAgent) {
      const [network, ...wider] = networksOf(address);
      const digest = salted(`address ${network}`);
      // Both have a fixed length, so two different pairs never give the same text.
      const visitor = digest.slice(0, 8) + browserOf(userAgent);
      return {
        networkKeys: [digest.slice(8, 24), ...wider.map((each) => salted(`network ${each}`).slice(8, 24))],
        onPage(pageUid) {
          const visit = salted(`visit ${visitor}${pageUid}`);
          return { high: wordAt(visit, 0), low: wordAt(visit, 4) };
        },
      };
    },
  };
}

/** 32 bits of a digest that is stored as a string with one character per byte. */
function wordAt(digest: string, at: number): number {
  const low = digest.charCodeAt(at) | (digest.charCodeAt(at + 1) << 8);
  const high = digest.charCodeAt(at + 2) | (digest.charCodeAt(at + 3) << 8);
  return (low | (high << 16)) >>> 0;
}

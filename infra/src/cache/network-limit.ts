import type { Cache, RateLimitVerdict } from './cache.ts';

/** Uses allowed within a sliding window. */
export interface Limit {
  readonly uses: number;
  readonly windowMs: number;
}

/**
 * Limit of a /48, as a multiple of the limit of one of its 65,536 networks: providers assign a whole /48 to one
 * customer.
 */
export const WIDER = 16;

export interface NetworkVerdict extends RateLimitVerdict {
  /** For limits that count only failures. */
  giveBack(): Promise<void>;
}

/**
 * Counts uses of a network and of the wider networks around it, all or none.
 * @param keys of the networks, from `networksOf`
 * @param amount number of uses; defaults to 1
 */
export async function takeOfNetworks(
  cache: Pick<Cache, 'take' | 'giveBack'>,
  keys: readonly string[],
  { uses, windowMs }: Limit,
  amount = 1,
): Promise<NetworkVerdict> {
  const giveBackTo = async (taken: readonly string[]) => {
    await Promise.all(taken.map((key) => cache.giveBack(key, amount)));
  };
  let most = uses;
  for (let index = 0; index < keys.length; index += 1, most *= WIDER) {
    const verdict = await cache.take(keys[index] ?? '', most, windowMs, amount);
    if (!verdict.allowed) {
      await giveBackTo(keys.slice(0, index));
      return { ...verdict, giveBack: async () => {} };
    }
  }
  return { allowed: true, retryAfterMs: 0, giveBack: () => giveBackTo(keys) };
}

import type { Cache, RateLimitVerdict } from './cache.ts';

/** So many uses within a time that moves along. */
export interface Limit {
  readonly uses: number;
  readonly windowMs: number;
}

/** What a /48 may do, as a multiple of what one of its 65,536 networks may: providers give whole ones to one customer. */
const WIDER = 16;

export interface NetworkVerdict extends RateLimitVerdict {
  /** For limits that count failures only. */
  giveBack(): Promise<void>;
}

/**
 * Counts uses of a network, and of the wider ones around it, all of them or none.
 * @param keys of the networks, as `networksOf` gives them
 * @param wanted uses counted at once; 1 if not given
 */
export async function takeOfNetworks(
  cache: Pick<Cache, 'take' | 'giveBack'>,
  keys: readonly string[],
  { uses, windowMs }: Limit,
  wanted = 1,
): Promise<NetworkVerdict> {
  const taken: string[] = [];
  const giveBack = async () => {
    await Promise.all(taken.map((key) => cache.giveBack(key, wanted)));
  };
  for (const [index, key] of keys.entries()) {
    const verdict = await cache.take(key, uses * WIDER ** index, windowMs, wanted);
    if (!verdict.allowed) {
      await giveBack();
      return { ...verdict, giveBack: async () => {} };
    }
    taken.push(key);
  }
  return { allowed: true, retryAfterMs: 0, giveBack };
}

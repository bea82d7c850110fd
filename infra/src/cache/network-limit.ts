import type { Cache, RateLimitVerdict } from './cache.ts';

/** So many uses within a time that moves along. */
export interface Limit {
  readonly uses: number;
  readonly windowMs: number;
}

/** What a /48 may do, as a multiple of what one of its 65,536 networks may: providers give whole ones to one customer. */
export const WIDER = 16;

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
  const giveBackTo = async (taken: readonly string[]) => {
    await Promise.all(taken.map((key) => cache.giveBack(key, wanted)));
  };
  let most = uses;
  for (let index = 0; index < keys.length; index += 1, most *= WIDER) {
    const verdict = await cache.take(keys[index] ?? '', most, windowMs, wanted);
    if (!verdict.allowed) {
      await giveBackTo(keys.slice(0, index));
      return { ...verdict, giveBack: async () => {} };
    }
  }
  return { allowed: true, retryAfterMs: 0, giveBack: () => giveBackTo(keys) };
}

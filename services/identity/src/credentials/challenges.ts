import { createHash, randomBytes } from 'node:crypto';
import type { Cache } from '@volant/infra/cache/cache';
import { z } from 'zod';

export const CHALLENGE_LASTS_MS = 5 * 60 * 1000;
const CHALLENGE = /^[A-Za-z0-9_-]{43}$/;

const passed = z.object({
  userId: z.string(),
  /** Version of the user's stream at which the password was checked. */
  userVersion: z.int(),
  remember: z.boolean(),
  /** Name of the device that the log-in came from. */
  device: z.string().optional(),
});

/** A log-in whose password was right. */
export type PassedPassword = Readonly<z.infer<typeof passed>>;

/** Log-ins that wait for a second factor; only the cache knows them, under a hash of their token. */
export function createChallenges(cache: Cache) {
  const keyOf = (challenge: string) => `second-factor:${createHash('sha256').update(challenge).digest('base64url')}`;
  return {
    /** Returns the token to answer with. */
    async issue(passed: PassedPassword): Promise<string> {
      const challenge = randomBytes(32).toString('base64url');
      await cache.set(keyOf(challenge), JSON.stringify(passed), CHALLENGE_LASTS_MS);
      return challenge;
    },
    async read(challenge: string): Promise<PassedPassword | undefined> {
      if (!CHALLENGE.test(challenge)) return undefined;
      const text = await cache.get(keyOf(challenge));
      return text === undefined ? undefined : passed.parse(JSON.parse(text));
    },
  };
}

export type Challenges = ReturnType<typeof createChallenges>;

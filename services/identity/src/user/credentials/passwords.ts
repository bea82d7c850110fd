import { randomBytes } from 'node:crypto';
import { hash, type Options, verify } from '@node-rs/argon2';
import { once } from '@volant/infra/process/waiting/once';
import { createGate, type GateBounds, type Turn } from './gate.ts';

/**
 * OWASP's first choice for argon2id: 19 MiB, two passes, one lane. Equal to the library's current defaults, but
 * explicit, so that an upgrade cannot weaken them. Argon2id itself is the library's default algorithm; its enum exists
 * only at compile time, so it cannot be named here.
 */
const ARGON2: Options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/**
 * Hashing runs on libuv's four threads, which file reads and DNS lookups need too, so it gets half of them. The queue
 * holds about two seconds of work.
 */
const BOUNDS: GateBounds = { concurrent: 2, waiting: 100, reservedForKnown: 20, share: 20, patienceMs: 5_000 };

export function createPasswords(bounds: Partial<GateBounds> = {}) {
  const gate = createGate({ ...BOUNDS, ...bounds });
  /** A hash that no password matches, made with the same parameters as the real ones. */
  const decoyHash = once(() => hash(randomBytes(32), ARGON2));

  return {
    /** Prepares the decoy hash, so that the first check is not slower. */
    async warmUp() {
      await decoyHash();
    },
    hash: (password: string, turn: Turn) => gate(turn, () => hash(password, ARGON2)),
    /**
     * Whether one of the forms is the password. Takes as long without a hash (unknown address) as with a hash that no
     * form matches.
     */
    matches: (passwordHash: string | undefined, forms: readonly string[], turn: Turn) =>
      gate(turn, async () => {
        for (const form of forms) {
          const same = await verify(passwordHash ?? (await decoyHash()), form);
          if (same && passwordHash !== undefined) return true;
        }
        return false;
      }),
  };
}

export type Passwords = ReturnType<typeof createPasswords>;

import { randomBytes } from 'node:crypto';
import { hash, type Options, verify } from '@node-rs/argon2';
import { createGate, type GateBounds, type Turn } from './gate.ts';

/**
 * OWASP's first choice for argon2id: 19 MiB, two passes, one lane. The library's defaults are the same today; they
 * are written out so that an upgrade cannot weaken them. Argon2id itself is its default algorithm, and its enum
 * exists for the compiler alone, so it cannot be named here.
 */
const ARGON2: Options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/**
 * Hashing runs on libuv's four threads, which reading files and looking up names need too: it gets half of them.
 * The line is what they work off in about two seconds.
 */
const BOUNDS: GateBounds = { concurrent: 2, waiting: 100, keptForKnown: 20, share: 20, patienceMs: 5_000 };

export interface Passwords {
  /** Makes ready what the first check would otherwise be slower for. */
  warmUp(): Promise<void>;
  hash(password: string, turn: Turn): Promise<string>;
  /**
   * Whether one of the forms is the password. Takes as long where there is no hash to compare with (an unknown
   * address) as where no form matches.
   */
  matches(passwordHash: string | undefined, forms: readonly string[], turn: Turn): Promise<boolean>;
}

export function createPasswords(bounds: Partial<GateBounds> = {}): Passwords {
  const gate = createGate({ ...BOUNDS, ...bounds });
  let decoy: Promise<string> | undefined;

  /** A hash that no password matches, made with the same parameters as the real ones. */
  function decoyHash(): Promise<string> {
    decoy ??= hash(randomBytes(32), ARGON2);
    return decoy;
  }

  return {
    async warmUp() {
      await decoyHash();
    },
    hash: (password, turn) => gate(turn, () => hash(password, ARGON2)),
    matches: (passwordHash, forms, turn) =>
      gate(turn, async () => {
        for (const form of forms) {
          const same = await verify(passwordHash ?? (await decoyHash()), form);
          if (same && passwordHash !== undefined) return true;
        }
        return false;
      }),
  };
}

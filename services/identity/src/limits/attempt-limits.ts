import { createHmac } from 'node:crypto';
import type { Cache } from '@volant/infra/cache/cache';
import { networkOf } from '@volant/infra/cache/network-of';
import { DomainError } from '@volant/infra/errors/domain-error';

export interface Limit {
  readonly uses: number;
  readonly windowMs: number;
}

export interface AttemptLimitSettings {
  /** Sign-ups from one address. */
  readonly signUp: Limit;
  /** Sign-ins to one account from one address, successful or not. */
  readonly logIn: Limit;
  /** Wrong passwords for one account, from wherever they come. */
  readonly wrongPasswords: Limit;
}

const MINUTE = 60 * 1000;

export const DEFAULT_LIMITS: AttemptLimitSettings = {
  signUp: { uses: 10, windowMs: 60 * MINUTE },
  logIn: { uses: 5, windowMs: MINUTE },
  wrongPasswords: { uses: 10, windowMs: 15 * MINUTE },
};

const KNOWN_ADDRESS_FOR = 30 * 24 * 60 * MINUTE;

export interface AttemptLimits {
  /** @throws DomainError TOO_MANY_REQUESTS */
  takeSignUp(address: string): Promise<void>;
  /**
   * Counts an attempt before its password is looked at, so that attempts made at the same time count too.
   * @throws DomainError TOO_MANY_REQUESTS
   * @returns what to call when the password was right
   */
  takeLogIn(emailKey: string, address: string): Promise<() => Promise<void>>;
}

/**
 * Keys of the cache hold neither addresses nor e-mail addresses, only a keyed hash of them.
 * @param secret the same in every process of the service
 */
export function createAttemptLimits(cache: Cache, secret: string, settings: AttemptLimitSettings): AttemptLimits {
  const keyed = (purpose: string, ...parts: readonly string[]) =>
    `${purpose}:${createHmac('sha256', secret).update(JSON.stringify(parts)).digest('base64url').slice(0, 32)}`;

  async function take(key: string, { uses, windowMs }: Limit): Promise<void> {
    const verdict = await cache.take(key, uses, windowMs);
    if (verdict.allowed) return;
    const seconds = Math.max(1, Math.ceil(verdict.retryAfterMs / 1000));
    throw new DomainError('TOO_MANY_REQUESTS', { seconds }, seconds);
  }

  return {
    takeSignUp: (address) => take(keyed('limit:sign-up', networkOf(address)), settings.signUp),

    async takeLogIn(emailKey, address) {
      const network = networkOf(address);
      await take(keyed('limit:log-in', emailKey, network), settings.logIn);

      // Drivers print their e-mail address on their page. If strangers' guesses could use up the tries of a person
      // at their own address, anybody could lock them out; an address that has signed in before counts by itself.
      const knownKey = keyed('known-address', emailKey, network);
      const known = (await cache.get(knownKey)) !== undefined;
      const guesses = known
        ? keyed('limit:wrong-password', emailKey, network)
        : keyed('limit:wrong-password', emailKey);
      await take(guesses, settings.wrongPasswords);

      return async () => {
        await cache.giveBack(guesses);
        await cache.set(knownKey, '1', KNOWN_ADDRESS_FOR);
      };
    },
  };
}

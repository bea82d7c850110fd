import { createHmac } from 'node:crypto';
import type { Cache } from '@volant/infra/cache/cache';
import { networkOf } from '@volant/infra/cache/network-of';
import { tooMany } from '@volant/infra/errors/too-many';

export interface Limit {
  readonly uses: number;
  readonly windowMs: number;
}

export interface AttemptLimitSettings {
  /** Sign-ups from one address. */
  readonly signUp: Limit;
  /** Sign-ins to one account from one address, successful or not. */
  readonly logIn: Limit;
  /** Wrong passwords for one account, from wherever they come and whatever they were given for. */
  readonly wrongPasswords: Limit;
  /** Links to choose a new password, for one e-mail address. */
  readonly forgot: Limit;
  /** Links to choose a new password, asked for from one address. */
  readonly forgotFrom: Limit;
  /** Tokens of such links tried from one address. */
  readonly reset: Limit;
  /** Changes of one person's e-mail address: each sends a message to the one before. */
  readonly emailChange: Limit;
}

const MINUTE = 60 * 1000;
const HOUR = 60 * MINUTE;

export const DEFAULT_LIMITS: AttemptLimitSettings = {
  signUp: { uses: 10, windowMs: HOUR },
  logIn: { uses: 5, windowMs: MINUTE },
  wrongPasswords: { uses: 10, windowMs: 15 * MINUTE },
  forgot: { uses: 3, windowMs: HOUR },
  forgotFrom: { uses: 10, windowMs: HOUR },
  reset: { uses: 30, windowMs: HOUR },
  emailChange: { uses: 5, windowMs: HOUR },
};

const KNOWN_ADDRESS_FOR = 30 * 24 * 60 * MINUTE;

/** Each counts before the work it bounds, so that attempts made at the same time count too, and throws TOO_MANY_REQUESTS. */
export interface AttemptLimits {
  takeSignUp(address: string): Promise<void>;
  takeLogIn(emailKey: string, address: string): Promise<void>;
  /**
   * Before a password is compared with an account's, wherever in the product.
   * @param account id of the person, so that a changed e-mail address gives no new guesses
   * @returns what to call when the password was right
   */
  takeGuess(account: string, address: string): Promise<() => Promise<void>>;
  /** The person has proved who they are at this address in another way: strangers' guesses are not counted against it. */
  rememberAddress(account: string, address: string): Promise<void>;
  takeForgot(emailKey: string, address: string): Promise<void>;
  takeReset(address: string): Promise<void>;
  takeEmailChange(userId: string): Promise<void>;
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
    if (!verdict.allowed) throw tooMany(verdict.retryAfterMs);
  }

  const knownAddress = (account: string, network: string) => keyed('known-address', account, network);

  return {
    takeSignUp: (address) => take(keyed('limit:sign-up', networkOf(address)), settings.signUp),
    takeLogIn: (emailKey, address) => take(keyed('limit:log-in', emailKey, networkOf(address)), settings.logIn),

    async takeGuess(account, address) {
      const network = networkOf(address);
      // Drivers print their e-mail address on their page. If strangers' guesses could use up the tries of a person
      // at their own address, anybody could lock them out; an address that has signed in before counts by itself.
      const known = (await cache.get(knownAddress(account, network))) !== undefined;
      const guesses = known ? keyed('limit:wrong-password', account, network) : keyed('limit:wrong-password', account);
      await take(guesses, settings.wrongPasswords);

      return async () => {
        await cache.giveBack(guesses);
        await cache.set(knownAddress(account, network), '1', KNOWN_ADDRESS_FOR);
      };
    },

    rememberAddress: (account, address) => cache.set(knownAddress(account, networkOf(address)), '1', KNOWN_ADDRESS_FOR),

    async takeForgot(emailKey, address) {
      await take(keyed('limit:forgot-from', networkOf(address)), settings.forgotFrom);
      await take(keyed('limit:forgot', emailKey), settings.forgot);
    },

    takeReset: (address) => take(keyed('limit:reset', networkOf(address)), settings.reset),
    takeEmailChange: (userId) => take(keyed('limit:email-change', userId), settings.emailChange),
  };
}

import { createHmac } from 'node:crypto';
import type { Cache } from '@volant/infra/cache/cache';
import { type Limit, takeOfNetworks } from '@volant/infra/cache/network-limit';
import { tooMany } from '@volant/infra/errors/too-many';
import { networkOf, networksOf } from '@volant/infra/network/networks';
import type { Turn } from '../credentials/gate.ts';

export interface AttemptLimitSettings {
  /** Sign-ups from one network. */
  readonly signUp: Limit;
  /** Sign-ins to one account from one network, successful or not. */
  readonly logIn: Limit;
  /** Wrong passwords for one account, from wherever they come and whatever they were given for. */
  readonly wrongPasswords: Limit;
  /** Wrong passwords from one network, whichever accounts they were given for. */
  readonly wrongPasswordsFrom: Limit;
  /** Links to choose a new password, asked for from one network. */
  readonly forgotFrom: Limit;
  /** Tokens of mailed links tried from one network. */
  readonly reset: Limit;
  /** Changes of e-mail address that one person asks for: each sends a message to the present one. */
  readonly emailChange: Limit;
  /** Letters with a link to confirm an address, to that address, asked for from one network. */
  readonly lettersFrom: Limit;
  /** The same from wherever they are asked for. */
  readonly letters: Limit;
  /** Changes of one account: profile, password, pictures. */
  readonly accountChange: Limit;
  /** Changes of one person's role. */
  readonly roleChange: Limit;
}

const MINUTE = 60 * 1000;
const HOUR = 60 * MINUTE;

export const DEFAULT_LIMITS: AttemptLimitSettings = {
  signUp: { uses: 10, windowMs: HOUR },
  logIn: { uses: 5, windowMs: MINUTE },
  wrongPasswords: { uses: 10, windowMs: 15 * MINUTE },
  wrongPasswordsFrom: { uses: 30, windowMs: 15 * MINUTE },
  forgotFrom: { uses: 10, windowMs: HOUR },
  reset: { uses: 30, windowMs: HOUR },
  emailChange: { uses: 5, windowMs: HOUR },
  lettersFrom: { uses: 3, windowMs: HOUR },
  letters: { uses: 10, windowMs: HOUR },
  accountChange: { uses: 30, windowMs: HOUR },
  roleChange: { uses: 30, windowMs: HOUR },
};

const KNOWN_ADDRESS_FOR = 30 * 24 * 60 * MINUTE;

/** Where somebody is who says who they are. */
export interface Whereabouts {
  readonly address: string;
  /** Name of a device that has signed in to the very account before, where it has proved so. */
  readonly device?: string | undefined;
}

/** A password that may be compared. */
export interface Guess {
  /** Whose work the comparison is. */
  readonly turn: Turn;
  /** To be called when the password was right. */
  succeed(): Promise<void>;
}

/** For work that nobody has proved a right to. */
export function strangerAt(address: string): Turn {
  return { network: widestOf(address), known: false };
}

/** Who walks through the networks of a /48 is one in line. */
function widestOf(address: string): string {
  const networks = networksOf(address);
  return networks.at(-1) ?? networks[0];
}

/** Each counts before the work it bounds, so that attempts made at the same time count too, and throws TOO_MANY_REQUESTS. */
export interface AttemptLimits {
  takeSignUp(address: string): Promise<void>;
  takeLogIn(emailKey: string, from: Whereabouts): Promise<void>;
  /**
   * Before a password is compared with an account's, wherever in the product.
   * @param account id of the person, so that a changed e-mail address gives no new guesses
   */
  takeGuess(account: string, from: Whereabouts): Promise<Guess>;
  /** The person has proved who they are at this address in another way: strangers' guesses are not counted against it. */
  rememberAddress(account: string, address: string): Promise<void>;
  takeForgot(address: string): Promise<void>;
  takeReset(address: string): Promise<void>;
  takeEmailChange(userId: string): Promise<void>;
  /**
   * Whether an address that somebody asks for is written to. Nobody is refused: strangers who name it must keep its
   * owner from nothing but a few letters of this hour.
   */
  mayWriteTo(emailKey: string, address: string): Promise<boolean>;
  /** Throws TOO_MANY_CHANGES. */
  takeAccountChange(userId: string): Promise<void>;
  /** Throws TOO_MANY_CHANGES. */
  takeRoleChange(userId: string): Promise<void>;
}

/**
 * Keys of the cache hold neither addresses nor e-mail addresses, only a keyed hash of them.
 * @param secret the same in every process of the service
 */
export function createAttemptLimits(cache: Cache, secret: string, settings: AttemptLimitSettings): AttemptLimits {
  const keyed = (purpose: string, ...parts: readonly string[]) =>
    `${purpose}:${createHmac('sha256', secret).update(JSON.stringify(parts)).digest('base64url').slice(0, 32)}`;

  async function take(keys: readonly string[], limit: Limit, code?: string): Promise<() => Promise<void>> {
    const verdict = await takeOfNetworks(cache, keys, limit);
    if (!verdict.allowed) throw tooMany(verdict.retryAfterMs, code);
    return verdict.giveBack;
  }

  /** Of each network around an address. */
  const keysOf = (purpose: string, address: string, ...parts: readonly string[]) =>
    networksOf(address).map((network) => keyed(purpose, ...parts, network));
  const knownAddress = (account: string, address: string) => keyed('known-address', account, networkOf(address));

  return {
    async takeSignUp(address) {
      await take(keysOf('limit:sign-up', address), settings.signUp);
    },

    async takeLogIn(emailKey, { address, device }) {
      const keys =
        device === undefined
          ? keysOf('limit:log-in', address, emailKey)
          : [keyed('limit:log-in-device', emailKey, device)];
      await take(keys, settings.logIn);
    },

    async takeGuess(account, { address, device }) {
      // Drivers print their e-mail address on their page. If strangers' guesses could use up the tries of a person
      // at their own device or network, anybody could lock them out; those that have signed in before count by
      // themselves, and are not held to what others do from the same network.
      const atHome = (await cache.get(knownAddress(account, address))) !== undefined;
      const known = device !== undefined || atHome;
      const giveBackNetwork = known
        ? undefined
        : await take(keysOf('limit:wrong-password-from', address), settings.wrongPasswordsFrom);
      const keys =
        device !== undefined
          ? [keyed('limit:wrong-password-device', account, device)]
          : atHome
            ? keysOf('limit:wrong-password', address, account)
            : [keyed('limit:wrong-password', account)];
      const giveBack = await take(keys, settings.wrongPasswords);
      return {
        turn: { network: widestOf(address), known },
        async succeed() {
          await Promise.all([giveBack(), giveBackNetwork?.()]);
          await cache.set(knownAddress(account, address), '1', KNOWN_ADDRESS_FOR);
        },
      };
    },

    rememberAddress: (account, address) => cache.set(knownAddress(account, address), '1', KNOWN_ADDRESS_FOR),

    async takeForgot(address) {
      await take(keysOf('limit:forgot-from', address), settings.forgotFrom);
    },

    async takeReset(address) {
      await take(keysOf('limit:reset', address), settings.reset);
    },
    async takeEmailChange(userId) {
      await take([keyed('limit:email-change', userId)], settings.emailChange);
    },
    async mayWriteTo(emailKey, address) {
      const { lettersFrom, letters } = settings;
      const own = await takeOfNetworks(cache, keysOf('limit:letters-from', address, emailKey), lettersFrom);
      return own.allowed && (await takeOfNetworks(cache, [keyed('limit:letters', emailKey)], letters)).allowed;
    },
    async takeAccountChange(userId) {
      await take([keyed('limit:account-change', userId)], settings.accountChange, 'TOO_MANY_CHANGES');
    },
    async takeRoleChange(userId) {
      await take([keyed('limit:role-change', userId)], settings.roleChange, 'TOO_MANY_CHANGES');
    },
  };
}

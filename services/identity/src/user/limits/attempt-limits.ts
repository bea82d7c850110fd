import { createHmac } from 'node:crypto';
import type { Cache } from '@volant/infra/cache/cache';
import { type Limit, takeOfNetworks } from '@volant/infra/cache/network-limit';
import { tooMany } from '@volant/infra/errors/too-many';
import { networkOf, networksOf } from '@volant/infra/network/networks';
import { mailboxKey } from '@volant/infra/text/email';
import type { Turn } from '../credentials/gate.ts';

const MINUTE = 60 * 1000;
const HOUR = 60 * MINUTE;

export const DEFAULT_LIMITS = {
  /** Sign-ups from one network. */
  signUp: { uses: 10, windowMs: HOUR },
  /** Sign-ins to one account from one network, successful or not. */
  logIn: { uses: 5, windowMs: MINUTE },
  /** Wrong passwords for one account, from any network and in any operation. */
  wrongPasswords: { uses: 10, windowMs: 15 * MINUTE },
  /** Wrong passwords from one network, for any account. */
  wrongPasswordsFrom: { uses: 30, windowMs: 15 * MINUTE },
  /** Answers to the second-factor challenge of one log-in. */
  challenge: { uses: 5, windowMs: 5 * MINUTE },
  /** Wrong second factors of one account; only after its password was right. */
  secondFactor: { uses: 10, windowMs: 15 * MINUTE },
  /** Password reset links requested from one network. */
  forgotFrom: { uses: 10, windowMs: HOUR },
  /** Tokens of mailed links tried from one network. */
  reset: { uses: 30, windowMs: HOUR },
  /** Sign-ins through the issuer from one network, begun and ended, and logout tokens. */
  issuer: { uses: 120, windowMs: 15 * MINUTE },
  /** Changes of e-mail address that one person requests; each sends a message to the present address. */
  emailChange: { uses: 5, windowMs: HOUR },
  /** Confirmation mails to one mailbox, requested from one network. */
  lettersFrom: { uses: 3, windowMs: HOUR },
  /** Confirmation mails to one mailbox, requested from any network. */
  letters: { uses: 10, windowMs: HOUR },
  /** Changes of one account: profile, password, pictures. */
  accountChange: { uses: 30, windowMs: HOUR },
  /** Changes of one person's role. */
  roleChange: { uses: 30, windowMs: HOUR },
} satisfies Readonly<Record<string, Limit>>;

/** @param times multiple of the limits of a network, for a place from which many people sign up */
export function limitsTimes(times = 1): AttemptLimitSettings {
  const more = ({ uses, windowMs }: Limit): Limit => ({ uses: uses * times, windowMs });
  const { signUp, wrongPasswordsFrom, forgotFrom, reset } = DEFAULT_LIMITS;
  return {
    ...DEFAULT_LIMITS,
    signUp: more(signUp),
    wrongPasswordsFrom: more(wrongPasswordsFrom),
    forgotFrom: more(forgotFrom),
    reset: more(reset),
  };
}

export type AttemptLimitSettings = Readonly<Record<keyof typeof DEFAULT_LIMITS, Limit>>;

const KNOWN_ADDRESS_FOR = 30 * 24 * 60 * MINUTE;

/** Where a person signs in from. */
export interface Whereabouts {
  readonly address: string;
  /** Name of a device that has proved an earlier sign-in to this account. */
  readonly device?: string | undefined;
}

/** Requester of work that needs no proof of identity. */
export function strangerAt(address: string): Turn {
  return { network: widestOf(address), known: false };
}

/** All networks of a /48 count as one requester in the queue. */
function widestOf(address: string): string {
  const networks = networksOf(address);
  return networks.at(-1) ?? networks[0];
}

/**
 * Each method counts before the work it bounds, so that concurrent attempts count too, and throws TOO_MANY_REQUESTS.
 * Keys of the cache contain only a keyed hash of network and e-mail addresses.
 * @param secret the same in every process of the service
 */
export function createAttemptLimits(cache: Cache, secret: string, settings: AttemptLimitSettings) {
  const keyed = (purpose: string, ...parts: readonly string[]) =>
    `${purpose}:${createHmac('sha256', secret).update(JSON.stringify(parts)).digest('base64url').slice(0, 32)}`;

  async function take(keys: readonly string[], limit: Limit, code?: string): Promise<() => Promise<void>> {
    const verdict = await takeOfNetworks(cache, keys, limit);
    if (!verdict.allowed) throw tooMany(verdict.retryAfterMs, code);
    return verdict.giveBack;
  }

  /** One key for each network around an address. */
  const keysOf = (purpose: string, address: string, ...parts: readonly string[]) =>
    networksOf(address).map((network) => keyed(purpose, ...parts, network));
  const knownAddress = (account: string, address: string) => keyed('known-address', account, networkOf(address));

  return {
    async takeSignUp(address: string) {
      await take(keysOf('limit:sign-up', address), settings.signUp);
    },

    async takeLogIn(emailKey: string, { address, device }: Whereabouts) {
      const keys =
        device === undefined
          ? keysOf('limit:log-in', address, emailKey)
          : [keyed('limit:log-in-device', emailKey, device)];
      await take(keys, settings.logIn);
    },

    /**
     * Call before a password is compared with an account's, in every operation.
     * @param account id of the person, so that changing the e-mail address gives no new guesses
     */
    async takeGuess(account: string, { address, device }: Whereabouts) {
      // Drivers print their e-mail address on their page. If strangers' guesses could use up the attempts of a person
      // at their own device or network, anybody could lock them out. Devices and networks that have signed in before
      // are therefore counted separately, and the limit of their network does not apply to them.
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
        /** Requester of the comparison. */
        turn: { network: widestOf(address), known },
        /** Call it if the password was right. */
        async succeed() {
          await Promise.all([giveBack(), giveBackNetwork?.()]);
          await cache.set(knownAddress(account, address), '1', KNOWN_ADDRESS_FOR);
        },
      };
    },

    /**
     * The person has proved their identity at this address in another way: strangers' guesses do not count against it.
     */
    rememberAddress: (account: string, address: string) =>
      cache.set(knownAddress(account, address), '1', KNOWN_ADDRESS_FOR),

    /** Call before a second factor is checked; call the returned function if it was right. */
    async takeSecondFactor(account: string, challenge: string) {
      await take([keyed('limit:challenge', challenge)], settings.challenge);
      return take([keyed('limit:second-factor', account)], settings.secondFactor);
    },

    async takeForgot(address: string) {
      await take(keysOf('limit:forgot-from', address), settings.forgotFrom);
    },

    async takeIssuer(address: string) {
      await take(keysOf('limit:issuer', address), settings.issuer);
    },
    async takeReset(address: string) {
      await take(keysOf('limit:reset', address), settings.reset);
    },
    async takeEmailChange(userId: string) {
      await take([keyed('limit:email-change', userId)], settings.emailChange);
    },
    /**
     * Whether to send a mail to a requested address. The request itself is never refused: strangers who name the
     * address must not keep its owner from more than a few mails of this hour.
     */
    async mayWriteTo(email: string, address: string) {
      const mailbox = mailboxKey(email);
      const { lettersFrom, letters } = settings;
      const own = await takeOfNetworks(cache, keysOf('limit:letters-from', address, mailbox), lettersFrom);
      return own.allowed && (await takeOfNetworks(cache, [keyed('limit:letters', mailbox)], letters)).allowed;
    },
    /** Throws TOO_MANY_CHANGES. */
    async takeAccountChange(userId: string) {
      await take([keyed('limit:account-change', userId)], settings.accountChange, 'TOO_MANY_CHANGES');
    },
    /** Throws TOO_MANY_CHANGES. */
    async takeRoleChange(userId: string) {
      await take([keyed('limit:role-change', userId)], settings.roleChange, 'TOO_MANY_CHANGES');
    },
  };
}

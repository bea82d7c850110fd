import { createHmac } from 'node:crypto';
import type { Cache } from '@volant/infra/cache/cache';
import { takeChange } from '@volant/infra/cache/change-limit';
import { takeOfNetworks } from '@volant/infra/cache/network-limit';
import { tooMany } from '@volant/infra/errors/too-many';
import { networksOf } from '@volant/infra/network/networks';

export const MESSAGES_PER_HOUR = 5;
const HOUR_MS = 60 * 60 * 1000;

/** Changes of one message by whoever takes care of it. */
export const CHANGES_PER_HOUR = 120;

export interface ContactLimits {
  /** Counts a change of a message. @throws DomainError TOO_MANY_CHANGES */
  takeChange(messageId: string): Promise<void>;
  /**
   * Counts a message from an address. Not under the e-mail address given in it: anybody can give somebody else's, and
   * would shut them out.
   * @throws DomainError TOO_MANY_MESSAGES
   * @returns what to call when it could not be kept after all
   */
  take(address: string): Promise<() => Promise<void>>;
}

/**
 * Keys of the cache hold no addresses, only a keyed hash of them.
 * @param secret the same in every process of the service
 */
export function createContactLimits(cache: Cache, secret: string, perHour: number): ContactLimits {
  const keyed = (network: string) =>
    `support:contact-address:${createHmac('sha256', secret).update(network).digest('base64url').slice(0, 32)}`;

  return {
    takeChange: (messageId) => takeChange(cache, `message:${messageId}`, CHANGES_PER_HOUR),

    async take(address) {
      const keys = networksOf(address).map(keyed);
      const verdict = await takeOfNetworks(cache, keys, { uses: perHour, windowMs: HOUR_MS });
      if (!verdict.allowed) throw tooMany(verdict.retryAfterMs, 'TOO_MANY_MESSAGES');
      return verdict.giveBack;
    },
  };
}

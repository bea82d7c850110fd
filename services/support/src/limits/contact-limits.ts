import { createHmac } from 'node:crypto';
import type { Cache } from '@volant/infra/cache/cache';
import { networkOf } from '@volant/infra/cache/network-of';
import { tooMany } from '@volant/infra/errors/too-many';
import { emailKey } from '@volant/infra/text/email';

export const MESSAGES_PER_HOUR = 5;
const HOUR_MS = 60 * 60 * 1000;

export interface ContactLimits {
  /**
   * Counts a message from an address and under an e-mail address.
   * @throws DomainError TOO_MANY_MESSAGES
   * @returns what to call when it could not be kept after all
   */
  take(address: string, email: string): Promise<() => Promise<void>>;
}

/**
 * Keys of the cache hold neither addresses nor e-mail addresses, only a keyed hash of them.
 * @param secret the same in every process of the service
 */
export function createContactLimits(cache: Cache, secret: string, perHour: number): ContactLimits {
  const keyed = (kind: string, value: string) =>
    `support:contact-${kind}:${createHmac('sha256', secret).update(value).digest('base64url').slice(0, 32)}`;

  async function take(key: string): Promise<void> {
    const verdict = await cache.take(key, perHour, HOUR_MS);
    if (!verdict.allowed) throw tooMany(verdict.retryAfterMs, 'TOO_MANY_MESSAGES');
  }

  return {
    async take(address, email) {
      const byAddress = keyed('address', networkOf(address));
      const byEmail = keyed('email', emailKey(email));
      await take(byAddress);
      try {
        await take(byEmail);
      } catch (error) {
        await cache.giveBack(byAddress);
        throw error;
      }
      return async () => {
        await Promise.all([cache.giveBack(byAddress), cache.giveBack(byEmail)]);
      };
    },
  };
}

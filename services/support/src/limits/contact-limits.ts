import { createHmac } from 'node:crypto';
import type { Cache } from '@volant/infra/cache/cache';
import { takeOfNetworks } from '@volant/infra/cache/network-limit';
import { tooMany } from '@volant/infra/errors/too-many';
import { networksOf } from '@volant/infra/network/networks';
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

  /** @returns what gives it back */
  async function take(...keys: readonly string[]): Promise<() => Promise<void>> {
    const verdict = await takeOfNetworks(cache, keys, { uses: perHour, windowMs: HOUR_MS });
    if (!verdict.allowed) throw tooMany(verdict.retryAfterMs, 'TOO_MANY_MESSAGES');
    return verdict.giveBack;
  }

  return {
    async take(address, email) {
      const giveBackAddress = await take(...networksOf(address).map((network) => keyed('address', network)));
      try {
        const giveBackEmail = await take(keyed('email', emailKey(email)));
        return async () => {
          await Promise.all([giveBackAddress(), giveBackEmail()]);
        };
      } catch (error) {
        await giveBackAddress();
        throw error;
      }
    },
  };
}

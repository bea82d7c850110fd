import { createHmac } from 'node:crypto';
import type { Cache } from '@volant/infra/cache/cache';
import { takeChange } from '@volant/infra/cache/change-limit';
import { takeOfNetworks } from '@volant/infra/cache/network-limit';
import { tooMany } from '@volant/infra/errors/too-many';
import { networksOf } from '@volant/infra/network/networks';
import { mailboxKey } from '@volant/infra/text/email';
import pLimit from 'p-limit';

export const MESSAGES_PER_HOUR = 5;
const HOUR_MS = 60 * 60 * 1000;

/** For one mailbox. */
export const RECEIPTS_PER_DAY = 1;
const DAY_MS = 24 * HOUR_MS;

/** Changes of one message, by any handler. */
export const CHANGES_PER_HOUR = 120;

/** Changes of canned replies by one person. */
export const CANNED_CHANGES_PER_HOUR = 120;

/** Changes of announcements by one person. */
export const ANNOUNCEMENT_CHANGES_PER_HOUR = 60;

/**
 * Limit keys contain no addresses, only a keyed hash.
 * @param secret the same in every process of the service
 */
export function createContactLimits(cache: Cache, secret: string, perHour: number) {
  const digest = (text: string) => createHmac('sha256', secret).update(text).digest('base64url').slice(0, 32);
  const keyed = (network: string) => `support:contact-address:${digest(network)}`;

  return {
    /** Runs changes one after the other, so that concurrent ones cannot exceed a number that a view tells. */
    inTurn: pLimit(1),

    /** Counts a change of a message. @throws DomainError TOO_MANY_CHANGES */
    takeChange: (messageId: string) => takeChange(cache, `message:${messageId}`, CHANGES_PER_HOUR),

    /** Counts a change of canned replies. @throws DomainError TOO_MANY_CHANGES */
    takeCannedChange: (userId: string) => takeChange(cache, `canned-replies:${userId}`, CANNED_CHANGES_PER_HOUR),

    /** Counts a change of announcements. @throws DomainError TOO_MANY_CHANGES */
    takeAnnouncement: (userId: string) => takeChange(cache, `announcements:${userId}`, ANNOUNCEMENT_CHANGES_PER_HOUR),

    /** Whether a receipt may be mailed to an address; counts it. */
    async takeReceipt(email: string): Promise<boolean> {
      const keys = [`support:receipt:${digest(mailboxKey(email))}`];
      return (await takeOfNetworks(cache, keys, { uses: RECEIPTS_PER_DAY, windowMs: DAY_MS })).allowed;
    },

    /**
     * Counts a message from a network address. Not per e-mail address, because anyone could type another person's address
     * and lock that person out.
     * @throws DomainError TOO_MANY_MESSAGES
     * @returns function that undoes the count if the message could not be stored
     */
    async take(address: string) {
      const keys = networksOf(address).map(keyed);
      const verdict = await takeOfNetworks(cache, keys, { uses: perHour, windowMs: HOUR_MS });
      if (!verdict.allowed) throw tooMany(verdict.retryAfterMs, 'TOO_MANY_MESSAGES');
      return verdict.giveBack;
    },
  };
}

export type ContactLimits = ReturnType<typeof createContactLimits>;

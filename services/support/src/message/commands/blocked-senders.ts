import { createHmac } from 'node:crypto';
import type { EventStore } from '@volant/infra/event-store/event-store';
import { emailKey } from '@volant/infra/text/email';
import type { ExistingMessage } from '../domain/message.ts';

const BLOCKED = 'blocked';

type Sender = Pick<ExistingMessage, 'senderId' | 'email'>;

/**
 * Senders whose messages are refused: an account, or the address of messages without an account. The block of an
 * address does not concern accounts, because anybody can type their address. Addresses are kept as keyed hashes only.
 * @param secret the same in every process of the service
 */
export function createBlockedSenders(
  { reservations }: Pick<EventStore, 'reservations'>,
  clock: () => Date,
  secret: string,
) {
  function keyOf({ senderId, email }: Sender): string | undefined {
    if (senderId !== null) return `blocked-account:${senderId}`;
    if (email === '') return undefined;
    return `blocked-mailbox:${createHmac('sha256', secret).update(emailKey(email)).digest('base64url')}`;
  }

  return {
    async has(sender: Sender): Promise<boolean> {
      const key = keyOf(sender);
      return key !== undefined && (await reservations.ownerOf(key)) === BLOCKED;
    },
    /** False if the sender has neither account nor address. */
    async add(sender: Sender): Promise<boolean> {
      const key = keyOf(sender);
      if (key === undefined) return false;
      await reservations.reserve(key, BLOCKED, clock());
      await reservations.confirm(key, BLOCKED);
      return true;
    },
    async release(sender: Sender): Promise<void> {
      const key = keyOf(sender);
      if (key !== undefined) await reservations.release(key, BLOCKED);
    },
  };
}

export type BlockedSenders = ReturnType<typeof createBlockedSenders>;

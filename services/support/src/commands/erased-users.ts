import type { EventStore } from '@volant/infra/event-store/event-store';

const ERASED = 'erased';

/**
 * Records erased accounts, by id only. A writer that puts a person's id into a message checks here *after* writing, and
 * erasing marks the person *before* it looks for messages; so if both happen at once, at least one sees the other.
 */
export interface ErasedUsers {
  add(userId: string): Promise<void>;
  has(userId: string): Promise<boolean>;
}

export function createErasedUsers({ reservations }: Pick<EventStore, 'reservations'>, clock: () => Date): ErasedUsers {
  const keyOf = (userId: string) => `erased-user:${userId}`;
  return {
    async add(userId) {
      await reservations.reserve(keyOf(userId), ERASED, clock());
      await reservations.confirm(keyOf(userId), ERASED);
    },
    has: async (userId) => (await reservations.ownerOf(keyOf(userId))) === ERASED,
  };
}

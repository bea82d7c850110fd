import type { EventStore } from '@volant/infra/event-store/event-store';

const ERASED = 'erased';

export function createErasedUsers({ reservations }: Pick<EventStore, 'reservations'>, clock: () => Date) {
  const keyOf = (userId: string) => `erased-user:${userId}`;
  return {
    async add(userId: string) {
      await reservations.reserve(keyOf(userId), ERASED, clock());
      await reservations.confirm(keyOf(userId), ERASED);
    },
    has: async (userId: string) => (await reservations.ownerOf(keyOf(userId))) === ERASED,
  };
}

/**
 * Records erased accounts, by id only. A writer that puts a person's id into a message checks here *after* writing, and
 * erasing marks the person *before* it looks for messages; so if both happen at once, at least one sees the other.
 */
export type ErasedUsers = ReturnType<typeof createErasedUsers>;

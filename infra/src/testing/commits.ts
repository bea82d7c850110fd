import type { Commit, StoredEvent } from '../event-store/event-store.ts';

/** A commit for each of these events, the first ones of their stream. */
export function commitsOf(streamId: string, events: readonly Pick<StoredEvent, 'type' | 'data'>[]): readonly Commit[] {
  return events.map((event, index) => ({
    position: index + 1,
    streamId,
    version: index + 1,
    commandId: `c${index}`,
    events: [{ id: `e${index}`, schema: 1, ...event }],
    meta: { actor: 'admin', correlationId: 'test' },
    at: '2026-11-20T10:00:00.000Z',
  }));
}

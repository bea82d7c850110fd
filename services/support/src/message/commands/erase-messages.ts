import { commitsAfter } from '@volant/infra/event-store/commits-after';
import { messageCodec } from '../domain/events.ts';
import type { CommandPorts } from './message-commands.ts';

/** Identifies a message without its id. */
export interface Letterhead {
  readonly email: string;
  readonly subject: string;
}

/** Erases messages permanently. Scans the whole store, which is acceptable for a rare command. Idempotent. */
export async function eraseMessages(
  { eventStore, clock, newId, mail }: Pick<CommandPorts, 'eventStore' | 'clock' | 'newId' | 'mail'>,
  letterheads: readonly Letterhead[],
): Promise<void> {
  const meta = { actor: 'operator', correlationId: newId() };
  for await (const commits of commitsAfter(eventStore, 0)) {
    for (const { streamId, events } of commits) {
      const isNamed = events.some((stored) => {
        const event = stored.type === 'MessageReceived' ? messageCodec.read(stored) : undefined;
        if (event?.type !== 'MessageReceived') return false;
        const { email, subject } = event.data;
        return letterheads.some((head) => head.email === email && head.subject === subject);
      });
      if (!isNamed) continue;
      await eventStore.eraseStream(streamId, meta, clock().toISOString());
      await mail?.forget(letterheads.map(({ email }) => email));
    }
  }
}

import type { Subscribed } from '@volant/infra/features/feature';
import type { Consumer, LogRecord } from '@volant/infra/message-log/message-log';
import { USERS_TOPIC } from '@volant/infra/message-log/topics';
import { messageStream } from '../domain/message.ts';
import { type CommandPorts, removeHandler } from './message-commands.ts';

/** Consumer group; one process of the service at a time handles an erased account. */
const GROUP = 'support-erasure';

/** Follows account erasures from identity: deletes the messages sent from an account, and removes it as handler. */
export function followErasures(ports: CommandPorts): Subscribed {
  let consumer: Consumer | undefined;
  return {
    async start() {
      consumer = await ports.messageLog.consume({
        topic: USERS_TOPIC.name,
        group: GROUP,
        maxRecords: 500,
        onBatch: async (records) => {
          for (const { key, value } of records) if (value === null) await eraseTraces(ports, key);
        },
      });
    },
    stop: async () => consumer?.stop(),
  };
}

/** Idempotent. */
async function eraseTraces(ports: CommandPorts, userId: LogRecord['key']): Promise<void> {
  const { eventStore, erasedUsers, queries, clock, newId, log, mail, blocked } = ports;
  await erasedUsers.add(userId);
  await ports.viewsHoldAll();
  const sent = await queries.sentBy(userId);
  const addresses = (await queries.byIds(sent)).flatMap((record) => record?.message.email || []);
  const meta = { actor: 'system', correlationId: newId() };
  for (const messageId of sent) await eventStore.eraseStream(messageStream(messageId), meta, clock().toISOString());
  await mail?.forget(addresses);
  await blocked.release({ senderId: userId, email: '' });
  const handled = (await queries.handledBy(userId)).filter((messageId) => !sent.includes(messageId));
  for (const messageId of handled) await removeHandler(ports, messageId, userId);
  if (sent.length + handled.length > 0) {
    log.info({ erased: sent.length, released: handled.length }, 'messages follow an erased account');
  }
}

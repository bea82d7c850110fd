import type { Consumer, LogRecord, MessageLog } from '@volant/infra/message-log/message-log';
import { USERS_TOPIC } from '@volant/infra/message-log/topics';
import { removeHandler } from '../commands/handle-message.ts';
import type { CommandPorts } from '../commands/message-commands.ts';
import { messageStream } from '../support-message/support-message.ts';
import type { InboxQueries } from '../views/inbox/inbox-queries.ts';

/** Consumer group; one process of the service at a time handles an erased account. */
const GROUP = 'support-erasure';

export interface ErasureParts extends CommandPorts {
  readonly messageLog: MessageLog;
  readonly queries: InboxQueries;
  /** Resolves once the views hold every commit of the store; rejects if that takes too long. */
  readonly viewsHoldAll: () => Promise<void>;
}

/** Follows account erasures from identity: deletes the messages sent from an account, and removes it as handler. */
export function consumeErasedUsers(parts: ErasureParts): Promise<Consumer> {
  return parts.messageLog.consume({
    topic: USERS_TOPIC.name,
    group: GROUP,
    maxRecords: 500,
    onBatch: async (records) => {
      for (const { key, value } of records) if (value === null) await eraseTraces(parts, key);
    },
  });
}

/** Idempotent. */
async function eraseTraces(parts: ErasureParts, userId: LogRecord['key']): Promise<void> {
  const { eventStore, erasedUsers, queries, clock, newId, log, mail, blocked } = parts;
  await erasedUsers.add(userId);
  await parts.viewsHoldAll();
  const sent = await queries.sentBy(userId);
  const addresses = (await queries.byIds(sent)).flatMap((record) => record?.message.email || []);
  const meta = { actor: 'system', correlationId: newId() };
  for (const messageId of sent) await eventStore.eraseStream(messageStream(messageId), meta, clock().toISOString());
  await mail?.forget(addresses);
  await blocked.release({ senderId: userId, email: '' });
  const handled = (await queries.handledBy(userId)).filter((messageId) => !sent.includes(messageId));
  for (const messageId of handled) await removeHandler(parts, messageId, userId);
  if (sent.length + handled.length > 0) {
    log.info({ erased: sent.length, released: handled.length }, 'messages follow an erased account');
  }
}

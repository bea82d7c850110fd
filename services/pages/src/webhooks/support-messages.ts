import { fromBinary } from '@bufbuild/protobuf';
import { timestampDate } from '@bufbuild/protobuf/wkt';
import { eventCodec, eventsOf } from '@volant/infra/event-store/event-codec';
import { streamKind } from '@volant/infra/event-store/stream-kind';
import { deadLetter, readValue, UnreadableRecord } from '@volant/infra/message-log/dead-letter';
import type { Consumer, LogRecord } from '@volant/infra/message-log/message-log';
import { MESSAGES_DEAD_TOPIC, MESSAGES_TOPIC } from '@volant/infra/message-log/topics';
import type { ServicePorts } from '@volant/infra/process/shell/service-ports';
import { MessageKind, type MessageNotice, MessageNoticeSchema } from '@volant/proto/volant/support/v1/message_pb';
import { z } from 'zod';
import type { Occurrences } from '../page/occurrences.ts';
import type { Endpoints } from './endpoints.ts';
import { OLDEST_SENT_MS } from './enqueue.ts';

const MESSAGE_KINDS = ['CONTACT', 'REPORT'] as const;

const shapes = {
  /** The support has got a message. */
  MessageNoticed: z.object({ messageId: z.string(), kind: z.enum(MESSAGE_KINDS) }),
};

export const noticeCodec = eventCodec('support notice', shapes);
const notices = streamKind('notice-');

export const MESSAGE_OCCURRENCES: Occurrences = {
  idIn: notices.idIn,
  typeOf: () => 'MESSAGE_RECEIVED',
  async dataOf(store, { streamId }) {
    const { commits } = await store.readSlice(streamId, 0);
    return eventsOf(noticeCodec, commits)[0]?.data;
  },
};

type MessagePorts = Pick<ServicePorts, 'eventStore' | 'messageLog' | 'clock' | 'newId' | 'log'> & {
  readonly endpoints: () => Promise<Endpoints>;
};

const GROUP = 'pages-webhooks';
const MAX_RECORDS = 500;

/** Writes messages of the support into the event store, if a webhook wants them, so that deliveries follow from it. */
export function consumeMessages(ports: MessagePorts): Promise<Consumer> {
  return ports.messageLog.consume({
    topic: MESSAGES_TOPIC.name,
    group: GROUP,
    maxRecords: MAX_RECORDS,
    async onBatch(records) {
      const endpoints = await ports.endpoints();
      if (!endpoints.some(({ enabled, types }) => enabled && types.includes('MESSAGE_RECEIVED'))) return;
      for (const record of records) await note(ports, record);
    },
  });
}

/** Idempotent. */
async function note({ eventStore, messageLog, clock, newId, log }: MessagePorts, record: LogRecord): Promise<void> {
  const { key, value } = record;
  if (value === null) return;
  try {
    const { kind, receivedAt }: MessageNotice = readValue(value, (bytes) => fromBinary(MessageNoticeSchema, bytes));
    if (receivedAt === undefined) throw new UnreadableRecord('no time');
    const at = timestampDate(receivedAt);
    // Published once more, for example after an import.
    if (clock().getTime() - at.getTime() > OLDEST_SENT_MS) return;
    const data = { messageId: key, kind: kind === MessageKind.REPORT ? 'REPORT' : 'CONTACT' };
    await eventStore.append({
      streamId: notices.of(key),
      expectedVersion: 0,
      commandId: notices.of(key),
      events: [{ id: newId(), type: 'MessageNoticed', schema: noticeCodec.schemaOf('MessageNoticed'), data }],
      meta: { actor: 'system', correlationId: newId() },
      at: at.toISOString(),
    });
  } catch (error) {
    if (!(error instanceof UnreadableRecord)) throw error;
    log.error({ topic: record.topic, offset: record.offset, reason: error.message }, 'a message is unreadable');
    await messageLog.publish(MESSAGES_DEAD_TOPIC.name, [deadLetter({ record, reason: error.message, value })]);
  }
}

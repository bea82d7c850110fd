import { create, toBinary } from '@bufbuild/protobuf';
import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import { eventsOf } from '@volant/infra/event-store/event-codec';
import type { Commit } from '@volant/infra/event-store/event-store';
import type { OutgoingRecord } from '@volant/infra/message-log/message-log';
import { MessageKind, MessageNoticeSchema } from '@volant/proto/volant/support/v1/message_pb';
import { messageCodec } from './domain/events.ts';
import { messageOfStream } from './domain/message.ts';

/** Records for other services: that messages came, without what they say. */
export function messageRecords(commits: readonly Commit[]): readonly OutgoingRecord[] {
  const ofMessages = commits.filter(({ streamId }) => messageOfStream(streamId) !== undefined);
  return eventsOf(messageCodec, ofMessages).flatMap(({ type, data }) => {
    if (type !== 'MessageReceived') return [];
    const { messageId, report, receivedAt } = data;
    const notice = create(MessageNoticeSchema, {
      messageId,
      kind: report === undefined ? MessageKind.CONTACT : MessageKind.REPORT,
      receivedAt: timestampFromDate(new Date(receivedAt)),
    });
    return [{ key: messageId, value: toBinary(MessageNoticeSchema, notice) }];
  });
}

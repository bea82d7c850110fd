import type { LogRecord, MessageLog } from '@volant/infra/message-log/message-log';
import { USERS_TOPIC } from '@volant/infra/message-log/topics';

/** Latest record of each account in the topic that other services follow. */
export async function latestRecords(messageLog: MessageLog): Promise<ReadonlyMap<string, LogRecord>> {
  const latest = new Map<string, LogRecord>();
  const follower = await messageLog.follow({
    topic: USERS_TOPIC.name,
    from: {},
    onBatch: async (records) => {
      for (const record of records) latest.set(record.key, record);
    },
  });
  await follower.caughtUp;
  await follower.stop();
  return latest;
}

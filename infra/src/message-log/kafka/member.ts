/** Process that kafka-message-log.servers.test.ts kills: a group member that prints the records it has handled. */
import { createLogger } from '../../process/observability/log.ts';
import { say } from '../../testing/say.ts';
import { openKafkaMessageLog } from './kafka-message-log.ts';

const [, , brokers = '', topic = ''] = process.argv;
const log = createLogger({ name: 'member', level: 'silent' });
const messageLog = await openKafkaMessageLog({ brokers: brokers.split(','), partitions: 1, replicationFactor: 1, log });
await messageLog.consume({
  topic,
  group: 'g',
  maxRecords: 10,
  onBatch: async (records) => {
    for (const { value } of records) say(Buffer.from(value ?? []).toString());
  },
});

import { createLogger } from '../process/log.ts';
import { testServers } from '../testing/test-servers.ts';
import { messageLogContract } from './contract.ts';
import { type KafkaMessageLogSettings, openKafkaMessageLog } from './kafka-message-log.ts';

const log = createLogger({ name: 'test', level: 'silent' });

function settings(partitions: number): KafkaMessageLogSettings {
  return { brokers: testServers().kafka.brokers, partitions, replicationFactor: 1, clientId: 'volant-test', log };
}

messageLogContract('kafka', async () => {
  let opened = await openKafkaMessageLog(settings(1));
  return {
    log: opened,
    async reopen() {
      await opened.close();
      opened = await openKafkaMessageLog(settings(1));
      return opened;
    },
    cleanUp: () => opened.close(),
  };
});

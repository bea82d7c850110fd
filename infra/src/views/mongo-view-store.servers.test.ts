import { randomUUID } from 'node:crypto';
import { openMongo } from '../mongo/connection.ts';
import { createLogger } from '../process/observability/log.ts';
import { testServers } from '../testing/test-servers.ts';
import { viewStoreContract } from './contract.ts';
import { openMongoViewStore } from './mongo-view-store.ts';

const log = createLogger({ name: 'test', level: 'silent' });

viewStoreContract('mongodb', async () => {
  const options = { url: testServers().mongodb.url, database: `test-${randomUUID()}`, log };
  const connections = [await openMongo(options)];
  const openAgain = async () => {
    const connection = await openMongo(options);
    connections.push(connection);
    return openMongoViewStore({ connection, log });
  };
  return {
    viewStore: await openAgain(),
    openAgain,
    cleanUp: async () => {
      await connections[0]?.mongoose.dropDatabase();
      for (const connection of connections) await connection.close();
    },
  };
});

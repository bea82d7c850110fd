import { randomUUID } from 'node:crypto';
import { openMongo } from '../mongo/connection.ts';
import { createLogger } from '../process/observability/log.ts';
import { testServers } from '../testing/test-servers.ts';
import { eventStoreContract } from './contract.ts';
import { openMongoEventStore } from './mongo-event-store.ts';

const log = createLogger({ name: 'test', level: 'silent' });

eventStoreContract('mongodb', async () => {
  const database = `test-${randomUUID()}`;
  const open = () => openMongo({ url: testServers().mongodb.url, database, log });
  let connection = await open();
  let store = await openMongoEventStore({ connection, log });
  return {
    store,
    reopen: async () => {
      await store.close();
      await connection.close();
      connection = await open();
      store = await openMongoEventStore({ connection, log });
      return store;
    },
    cleanUp: async () => {
      await store.close();
      await connection.mongoose.dropDatabase();
      await connection.close();
    },
  };
});

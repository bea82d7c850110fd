import { randomUUID } from 'node:crypto';
import { openRedisCache } from '@volant/infra/cache/redis-cache';
import { openMongoEventStore } from '@volant/infra/event-store/mongo-event-store';
import { createMongoLeases } from '@volant/infra/lease/mongo-leases';
import { openMongo } from '@volant/infra/mongo/connection';
import { openS3Objects } from '@volant/infra/objects/s3-objects';
import { createLogger } from '@volant/infra/process/observability/log';
import { testServers } from '@volant/infra/testing/test-servers';
import { openMongoViewStore } from '@volant/infra/views/mongo-view-store';
import type { PagesPorts } from '../app.ts';
import { openPages, type PagesFixture } from './pages-fixture.ts';

const log = createLogger({ name: 'test', level: 'silent' });

/** The service on MongoDB, Redis and S3. */
export async function openOnServers(on: Partial<PagesPorts> = {}): Promise<PagesFixture> {
  const { mongodb, redis, s3 } = testServers();
  const name = `test-${randomUUID()}`;
  const connection = await openMongo({ url: mongodb.url, database: name, log });
  const leases = createMongoLeases({ connection, log });
  const fixture = await openPages(
    {},
    {
      ...on,
      leases,
      eventStore: await openMongoEventStore({ connection, log }),
      viewStore: await openMongoViewStore({ connection, log }),
      cache: await openRedisCache({ url: redis.url, prefix: `${name}:`, log }),
      objects: await openS3Objects({ ...s3, bucket: name, log }),
    },
  );
  return {
    ...fixture,
    async close() {
      await fixture.close();
      await leases.close();
      await connection.mongoose.dropDatabase();
      await connection.close();
    },
  };
}

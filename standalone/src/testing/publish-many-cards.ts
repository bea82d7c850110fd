/**
 * `publish-many-cards.ts <data directory>`: publishes what the pages of this data directory are to the Kafka that the
 * environment names, as their service would.
 */
import path from 'node:path';
import { openLmdbEventStore } from '@volant/infra/event-store/lmdb-event-store';
import { PAGES_TOPIC } from '@volant/infra/message-log/topics';
import { toPageRecords } from '@volant/pages/messages/publish';
import { withMessageLog } from '../with-message-log.ts';

const PER_WRITE = 1_000;

const [, , dataDirectory = ''] = process.argv;
const store = await openLmdbEventStore({ path: path.join(dataDirectory, 'pages') });
await withMessageLog(async (messageLog) => {
  let commits = await store.readAll(0, PER_WRITE);
  for (; commits.length > 0; commits = await store.readAll(commits.at(-1)?.position ?? 0, PER_WRITE)) {
    const records = await Promise.all(commits.map((commit) => toPageRecords({ streams: store, store }, commit)));
    await messageLog.publish(PAGES_TOPIC.name, records.flat());
  }
});
await store.close();

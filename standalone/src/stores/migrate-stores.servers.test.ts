import { randomUUID } from 'node:crypto';
import { USERS_VIEW } from '@volant/identity/user/view/users';
import { createAdapters } from '@volant/infra/adapters/adapters';
import type { Adapters, Migrations } from '@volant/infra/adapters/adapters-port';
import { migrateAlone } from '@volant/infra/analytics-database/migration-lock';
import { createMemoryCache } from '@volant/infra/cache/memory-cache';
import { openMongo } from '@volant/infra/mongo/connection';
import { createLogger } from '@volant/infra/process/observability/log';
import { SettingError } from '@volant/infra/process/settings/server-errors';
import type { ServerSettings } from '@volant/infra/process/settings/server-settings';
import { testServers } from '@volant/infra/testing/test-servers';
import type { ViewDefinition, ViewStore } from '@volant/infra/views/view-store';
import { PAGES_VIEW } from '@volant/pages/page/view/page-document';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { migrateStores, STORES } from './stores.ts';

const log = createLogger({ name: 'test', level: 'silent' });
const ending = new AbortController();
const opened: Adapters[] = [];
let databasePrefix: string;

beforeEach(() => {
  databasePrefix = `test-${randomUUID().slice(0, 8)}`;
});

afterEach(async () => {
  for (const adapters of opened.splice(0)) await adapters.close();
  for (const owner of Object.keys(STORES)) {
    const connection = await connect(owner);
    await connection.mongoose.dropDatabase();
    await connection.close();
  }
});

const connect = (owner: string) =>
  openMongo({ url: testServers().mongodb.url, database: `${databasePrefix}_${owner}`, log });

function open(migrations: Migrations): Adapters {
  const none = { kafka: undefined, clickhouse: undefined, redis: undefined, s3: undefined };
  const noMail = { smtp: undefined, imap: undefined };
  const servers: ServerSettings = {
    ...none,
    ...noMail,
    mailFrom: undefined,
    mongodb: { url: testServers().mongodb.url, databasePrefix },
  };
  const below = (name: string) => {
    throw new Error(`${name} is not to be embedded here`);
  };
  const adapters = createAdapters({ servers, below, log, signal: ending.signal, migrations });
  opened.push(adapters);
  return adapters;
}

async function indexesOf(owner: string): Promise<readonly string[]> {
  const connection = await connect(owner);
  try {
    const names: string[] = [];
    for (const { name } of await connection.mongoose.listCollections()) {
      const found = await connection.mongoose.collection(name).indexes();
      names.push(...found.map((index) => `${name}.${index.name}`));
    }
    return names.filter((name) => !name.endsWith('._id_')).sort();
  } finally {
    await connection.close();
  }
}

it('migration creates every index that the stores need, once, even in concurrent runs', async () => {
  const cache = createMemoryCache();
  const migrate = () => migrateAlone({ cache, log, of: 'mongodb' }, () => migrateStores(open('run')));
  const [one, other] = await Promise.all([migrate(), migrate()]);
  const made = [...(one ?? []), ...(other ?? [])];
  expect(new Set(made).size).toBe(made.length);
  expect([one?.length, other?.length]).toContain(0);
  for (const name of ['pages.commits.stream_version', 'pages.commits.command', 'pages.reservations.expires']) {
    expect(made).toContain(name);
  }
  for (const name of [`pages.view.${PAGES_VIEW.name}.by keys`, `identity.view.${USERS_VIEW.name}.by role`]) {
    expect(made).toContain(name);
  }
  for (const owner of Object.keys(STORES)) {
    const names = await indexesOf(owner);
    expect(names).toEqual(
      made.flatMap((name) => (name.startsWith(`${owner}.`) ? [name.slice(owner.length + 1)] : [])).sort(),
    );
  }
  expect(await migrate()).toEqual([]);
  await cache.close();
});

it('a process in `await` mode waits for the migration', async () => {
  const waiting = open('await');
  let ready = false;
  const eventStore = waiting.eventStore('pages').then(() => {
    ready = true;
  });
  const put = (store: ViewStore, view: ViewDefinition) => store.together((at) => at(1).view(view).put({ _id: 'a' }));
  let written = false;
  const writing = put(await waiting.viewStore('identity'), USERS_VIEW).then(() => {
    written = true;
  });
  // Creating other indexes in `run` mode does not end the wait.
  await open('run').eventStore('support');
  await put(await open('run').viewStore('support'), { name: 'inbox', indexes: [] });
  expect([ready, written]).toEqual([false, false]);
  expect(await indexesOf('pages')).toEqual([]);

  await migrateStores(open('run'));
  await Promise.all([eventStore, writing]);
  expect([ready, written]).toEqual([true, true]);
  expect(await (await waiting.viewStore('identity')).view(USERS_VIEW).get('a')).toEqual({ _id: 'a' });
});

it('migration names an existing index of another shape in one line', async () => {
  const connection = await connect('pages');
  await connection.mongoose.collection('commits').createIndex({ streamId: 1 }, { name: 'stream_version' });
  await connection.close();
  const refused = await migrateStores(open('run')).catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(SettingError);
  expect(String(refused)).toContain('there is another index called "stream_version" in commits of database test-');
  expect(String(refused)).not.toContain('\n');
});

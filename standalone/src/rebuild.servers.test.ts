import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type MongoConnection, openMongo } from '@volant/infra/mongo/connection';
import { createLogger } from '@volant/infra/process/observability/log';
import { testServers } from '@volant/infra/testing/test-servers';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { STORES } from './stores/stores.ts';
import { type Environment, type RunningProduct, runCommand, startProduct } from './testing/commands.ts';
import { serverSettings } from './testing/server-settings.ts';

const log = createLogger({ name: 'test', level: 'silent' });
const name = `rebuild${randomUUID().slice(0, 8)}`;
const PERSON = { email: 'ada@example.com', username: 'ada', password: 'a long enough password' };
const ADMIN = { email: 'superadmin@example.com', password: 'a superadmin password' };

let directory: string;
let settings: Environment;
let product: RunningProduct;
let token: string;
let admin: string;
let page: string;

async function call(method: string, target: string, body?: object, bearer = token) {
  const headers = {
    authorization: `Bearer ${bearer}`,
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
  };
  const response = await fetch(product.origin + target, {
    method,
    headers,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: response.status, body: JSON.parse(await response.text()) };
}

/** The responses that come from views. */
async function answers() {
  return {
    mine: await call('GET', '/api/pages/mine'),
    pages: await call('GET', '/api/admin/pages', undefined, admin),
    users: await call('GET', '/api/admin/users', undefined, admin),
    inbox: await call('GET', '/api/support/inbox', undefined, admin),
  };
}

async function inDatabase<T>(owner: string, work: (connection: MongoConnection['mongoose']) => Promise<T>): Promise<T> {
  const connection = await openMongo({ url: testServers().mongodb.url, database: `${name}_${owner}`, log });
  try {
    return await work(connection.mongoose);
  } finally {
    await connection.close();
  }
}

/** The view documents of an owner. For pages, which are written meanwhile, only their ids. */
const documents = (owner: string) =>
  inDatabase(owner, async (database) => {
    const found = (STORES[owner]?.views ?? []).map(async (view) => {
      const all = await database.collection(`view.${view.name}`).find().sort({ _id: 1 }).toArray();
      return [view.name, owner === 'pages' || owner === 'gateway' ? all.map(({ _id }) => String(_id)) : all];
    });
    return Object.fromEntries(await Promise.all(found));
  });

beforeAll(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'volant-rebuild-'));
  settings = serverSettings(name, path.join(directory, 'beside'));
  product = await startProduct({
    ...settings,
    VOLANT_SUPERADMIN_EMAIL: ADMIN.email,
    VOLANT_SUPERADMIN_PASSWORD: ADMIN.password,
  });
  token = (await call('POST', '/api/auth/signup', PERSON, '')).body.token;
  admin = (await call('POST', '/api/auth/login', ADMIN, '')).body.token;
  const made = await call('POST', '/api/pages', { displayName: 'Page', state: 'ACTIVE', blocksJson: { name: 'Page' } });
  page = made.body.page.id;
  const message = { name: 'Ada', email: PERSON.email, subject: 'Hello', message: 'A message to support.' };
  expect((await call('POST', '/api/support/contact', message)).status).toBeLessThan(300);
});

afterAll(async () => {
  await product?.stop();
  await rm(directory, { recursive: true, force: true });
});

it('rebuild restores the views of a running product without losing concurrent writes', async () => {
  const right = await answers();
  let written = 0;
  for (const owner of Object.keys(STORES)) {
    const before = await documents(owner);
    await inDatabase(owner, async (database) => {
      for (const view of STORES[owner]?.views ?? []) await database.collection(`view.${view.name}`).deleteMany({});
    });
    expect(await documents(owner)).not.toEqual(before);

    let over = false;
    const writing = async () => {
      while (!over) {
        written += 1;
        const displayName = `Name ${written}`;
        // A server that is slow to answer is answered 503, and the caller asks again.
        await expect.poll(async () => (await call('PATCH', `/api/pages/${page}`, { displayName })).status).toBe(200);
        // A page takes 120 saves an hour.
        await sleep(400);
      }
    };
    const rebuilding = runCommand('rebuild', [owner], {
      ...settings,
      VOLANT_DATA_DIR: path.join(directory, 'command'),
    }).finally(() => {
      over = true;
    });
    const [said] = await Promise.all([rebuilding, writing()]);
    expect(said).toMatchObject({ code: 0, stdout: expect.stringMatching(/: rebuilt .*\nDone after \d+ min/s) });
    await expect.poll(() => documents(owner)).toEqual(before);
  }
  const displayName = `Name ${written}`;
  await expect.poll(answers).toMatchObject({
    mine: { body: { pages: [{ id: page, displayName }] } },
    pages: { body: { pages: [{ id: page, displayName }] } },
    users: right.users,
    inbox: right.inbox,
  });
});

it('rebuild prints its usage with the available views', async () => {
  for (const args of [[], ['nobody'], ['pages', 'inbox'], ['pages', 'images', 'more']]) {
    const said = await runCommand('rebuild', args, settings);
    expect(said).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^Usage: .* support \(inbox-7, staff, canned-replies-1, announcements-1\).*\n$/),
    });
  }
});

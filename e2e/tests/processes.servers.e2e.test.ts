import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import {
  call,
  createPage,
  eventually,
  logIn,
  pageIsKnown,
  readReport,
  SUPERADMIN,
  SUPERADMIN_SETTINGS,
  signUp,
} from '../src/api.ts';
import { type Processes, secretFiles, serverSettings, startProcess, startProcesses } from '../src/processes.ts';
import { type Relay, startRelay } from '../src/relay.ts';

/** One red pixel. */
const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGP4z8DwHwAFAAH/iZk9HQAAAABJRU5ErkJggg==';

async function operations(
  process: { operations: () => string },
  path: string,
): Promise<{ status: number; text: string }> {
  const response = await fetch(process.operations() + path);
  return { status: response.status, text: await response.text() };
}

describe('a process for each service, on real servers', () => {
  let product: Processes;
  let toMongo: Relay;
  let toRedis: Relay;
  let operationsDirectory: string;

  beforeAll(async () => {
    const servers = inject('servers');
    const [mongodb, redis] = [new URL(servers.mongodb.url), new URL(servers.redis.url)];
    toMongo = await startRelay(mongodb);
    toRedis = await startRelay(redis);
    const through = {
      ...servers,
      mongodb: { url: `mongodb://${toMongo.address}` },
      redis: { url: `redis://${toRedis.address}` },
    };
    operationsDirectory = await mkdtemp(path.join(tmpdir(), 'volant-operations-'));
    await writeFile(path.join(operationsDirectory, 'whose.graphql'), `query Whose {\n  me { username }\n}\n`);
    product = await startProcesses(through, {
      ...SUPERADMIN_SETTINGS,
      VOLANT_GRAPHQL_OPERATIONS: operationsDirectory,
    });
  });
  afterAll(async () => {
    // If the start failed, it has already ended its processes.
    if (product !== undefined) expect(await product.stop()).toBe(0);
    await toMongo.close();
    await toRedis.close();
    await rm(operationsDirectory, { recursive: true });
  });

  test('a collector starts with the pages that it saved, and continues from there', async () => {
    const spool = await mkdtemp(path.join(tmpdir(), 'volant-spool-'));
    const start = async () => {
      const collector = product.start('analytics', { ROLES: 'collect', VOLANT_SPOOL_DIR: spool });
      await collector.ready;
      return collector;
    };
    /** The number of saved pages that it loaded at its start. */
    const saved = ({ lines }: { readonly lines: readonly string[] }) => {
      const [line = '{}'] = lines.filter((each) => each.includes('"pages known"'));
      return JSON.parse(line).saved;
    };
    try {
      const driver = await signUp(product.origin);
      const before = await createPage(product.origin, driver.token, 'Before');
      const first = await start();
      expect(saved(first)).toBe(0);
      await pageIsKnown(first.origin(), before);
      expect(await first.stop()).toBe(0);
      expect(await readdir(path.join(spool, 'views'))).toEqual(['collected-pages-2.db']);

      const meanwhile = await createPage(product.origin, driver.token, 'Meanwhile');
      const again = await start();
      expect(saved(again)).toBeGreaterThan(0);
      for (const page of [before, meanwhile]) await pageIsKnown(again.origin(), page);
      expect(await again.stop()).toBe(0);
    } finally {
      await rm(spool, { recursive: true });
    }
  });

  test('sign up, create, claim, open, count and report', async () => {
    const driver = await signUp(product.origin);
    const own = await createPage(product.origin, driver.token, 'Taxi of one’s own');

    const admin = await logIn(product.origin, SUPERADMIN);
    const bulk = await call(product.origin, 'POST', '/api/admin/pages/bulk', { quantity: 1 }, { token: admin });
    expect(bulk.status).toBe(201);
    const card: string = bulk.body.links[0].id;
    expect(
      (await call(product.origin, 'POST', `/api/pages/${card}/claim`, undefined, { token: driver.token })).status,
    ).toBe(200);

    const page = await eventually(
      () => call(product.origin, 'GET', `/d/${own}`),
      ({ status }) => status === 200,
    );
    expect(page.body).toContain('+33 6 39 98 00 09');

    await pageIsKnown(product.origin, own);
    const events = ['VIEW', 'VIEW', 'CLICK_CALL'].map((type) => ({ pageId: own, type }));
    for (const event of events) {
      const answer = await call(product.origin, 'POST', '/api/public/events', event);
      expect(answer).toMatchObject({ status: 202, body: { accepted: 1 } });
    }
    const report = await eventually(
      () => readReport(product.origin, driver.token, own),
      ({ summary }) => summary?.views === 2 && summary?.clicks === 1,
    );
    expect(report.summary.clicksByType.call).toBe(1);

    const mine = await call(product.origin, 'GET', '/api/pages/mine', undefined, { token: driver.token });
    expect(mine.body.pages.map(({ id }: { id: string }) => id).sort()).toEqual([card, own].sort());
  });

  test('a changed role and a log-out take effect everywhere from the next call on', async () => {
    const driver = await signUp(product.origin);
    const all = () => call(product.origin, 'GET', '/api/admin/pages', undefined, { token: driver.token });
    expect((await all()).status).toBe(403);
    const admin = await logIn(product.origin, SUPERADMIN);
    const role = await call(
      product.origin,
      'PATCH',
      `/api/admin/users/${driver.id}/role`,
      { role: 'ADMIN' },
      { token: admin },
    );
    expect(role.status).toBe(200);
    expect((await all()).status).toBe(200);
    expect((await call(product.origin, 'POST', '/api/auth/logout', undefined, { token: driver.token })).status).toBe(
      200,
    );
    expect((await all()).status).toBe(401);
  });

  test('a picture goes through the gateway into the bucket, and the service refuses a file that is not a picture', async () => {
    const driver = await signUp(product.origin);
    const send = async (bytes: Uint8Array<ArrayBuffer>) => {
      const form = new FormData();
      form.set('image', new Blob([bytes], { type: 'image/png' }), 'picture.png');
      const headers = { authorization: `Bearer ${driver.token}`, 'accept-language': 'en' };
      const response = await fetch(`${product.origin}/api/pages/upload-image`, { method: 'POST', body: form, headers });
      return { status: response.status, body: await response.json() };
    };
    const taken = await send(Buffer.from(PNG, 'base64'));
    expect(taken).toMatchObject({
      status: 200,
      body: { success: true, imageUrl: expect.stringMatching(/^\/uploads\//) },
    });
    const served = await fetch(product.origin + taken.body.imageUrl);
    expect(served.status).toBe(200);
    expect(served.headers.get('content-type')).toMatch(/^image\//);
    expect(await send(Buffer.from('no picture'))).toMatchObject({ status: 400, body: { code: 'IMAGE_INVALID' } });
  });

  test('GraphQL runs listed operations in any formatting, and no others', async () => {
    const driver = await signUp(product.origin);
    const ask = (query: string) => call(product.origin, 'POST', '/graphql', { query }, { token: driver.token });
    expect((await ask('query Whose{me{username}}')).body.data).toEqual({ me: { username: driver.username } });
    for (const query of [
      '{ me { username } }',
      '{ __schema { types { name } } }',
      'query Whose { me { email } }',
      '{',
    ]) {
      const { status, body } = await ask(query);
      expect([status, body.errors[0].extensions.code]).toEqual([403, 'OPERATION_NOT_LISTED']);
    }
  });

  test('the gateway cannot be bypassed', async () => {
    const { pages, identity } = product.running;
    const direct = await call(pages.origin(), 'POST', '/graphql', { query: '{ __typename }' });
    expect(direct).toMatchObject({ status: 401, body: { code: 'UNAUTHENTICATED' } });
    expect((await call(identity.origin(), 'GET', '/internal/sessions/x')).status).toBe(401);
    expect((await operations(pages, '/metrics')).text).toMatch(
      /refusals_total\{code="UNAUTHENTICATED",process="pages"\} [1-9]/,
    );
  });

  test('each process reports its health and metrics', async () => {
    for (const process of Object.values(product.running)) {
      expect((await operations(process, '/health')).status).toBe(200);
      expect(await operations(process, '/ready')).toEqual({ status: 200, text: '{"status":"ready","missing":[]}' });
      expect((await operations(process, '/metrics')).text).toContain('http_request_duration_seconds');
    }
    expect((await operations(product.running.analytics, '/metrics')).text).toContain('ingest_lag_records');
  });

  test('logs contain no addresses, tokens or ids of pages', async () => {
    const driver = await signUp(product.origin);
    const own = await createPage(product.origin, driver.token);
    await call(product.origin, 'GET', `/d/${own}`, undefined, { address: '203.0.113.77' });
    const logged = Object.values(product.running)
      .flatMap(({ lines }) => lines)
      .join('\n');
    for (const secret of [driver.email, driver.token, driver.password, own, '203.0.113.77']) {
      expect(logged).not.toContain(secret);
    }
  });

  test('a stopped service makes only its own fields fail, and they recover by themselves', async () => {
    const driver = await signUp(product.origin);
    const own = await createPage(product.origin, driver.token);
    await product.running.support.kill();
    const contact = { name: 'A', email: 'a@example.com', subject: 'Question', message: 'A long enough message.' };
    const refused = await call(product.origin, 'POST', '/api/support/contact', contact);
    expect(refused).toMatchObject({ status: 503, body: { code: 'UNAVAILABLE' } });
    expect(refused.headers.get('retry-after')).toMatch(/^\d+$/);
    expect((await call(product.origin, 'GET', `/api/pages/${own}`, undefined, { token: driver.token })).status).toBe(
      200,
    );
    expect((await operations(product.running.gateway, '/ready')).status).toBe(200);

    const port = new URL(product.running.support.origin()).port;
    await product.start('support', { PORT: port }).ready;
    expect((await call(product.origin, 'POST', '/api/support/contact', contact)).status).toBeLessThan(300);
  });

  test('a process that loses its database becomes unready, refuses requests, and recovers by itself', async () => {
    const driver = await signUp(product.origin);
    const { pages } = product.running;
    const mine = () => call(product.origin, 'GET', '/api/pages/mine', undefined, { token: driver.token });
    expect((await mine()).status).toBe(200);
    toMongo.cut();
    const lost = await eventually(
      () => operations(pages, '/ready'),
      ({ status }) => status === 503,
    );
    expect(JSON.parse(lost.text)).toEqual({ status: 'unready', missing: ['MongoDB'] });
    expect((await operations(pages, '/serving')).status).toBe(503);
    expect((await operations(pages, '/health')).status).toBe(200);
    const refused = await mine();
    expect(refused).toMatchObject({ status: 503, body: { code: 'UNAVAILABLE' } });

    toMongo.mend();
    await eventually(
      () => operations(pages, '/ready'),
      ({ status }) => status === 200,
    );
    await eventually(mine, ({ status }) => status === 200);
    await createPage(product.origin, driver.token);
    expect(pages.lines.filter((line) => line.includes('MongoDB does not answer'))).toHaveLength(1);
  });

  test('without Redis people log in, pages show, and the processes still receive requests', async () => {
    const driver = await signUp(product.origin);
    const own = await createPage(product.origin, driver.token);
    const show = () => call(product.origin, 'GET', `/d/${own}`);
    await eventually(show, ({ status }) => status === 200);
    toRedis.cut();
    const { identity } = product.running;
    await eventually(
      () => operations(identity, '/ready'),
      ({ status }) => status === 503,
    );
    expect((await operations(identity, '/serving')).status).toBe(200);
    const token = await logIn(product.origin, { email: driver.email, password: driver.password });
    expect((await call(product.origin, 'GET', '/api/pages/mine', undefined, { token })).status).toBe(200);
    expect((await show()).status).toBe(200);
    toRedis.mend();
    await eventually(
      () => operations(identity, '/ready'),
      ({ status }) => status === 200,
    );
  });
});

describe('a process that cannot start', () => {
  test('lists all wrong settings in readable lines, and exits with code 78', async () => {
    const process = startProcess('pages', { VOLANT_KAFKA_PARTITIONS: 'many', VOLANT_REDIS_URL: 'nowhere' });
    await expect(process.ready).rejects.toThrow(/ended with 78/);
    const said = process.lines.join('\n');
    for (const name of [
      'VOLANT_MONGODB_URL',
      'VOLANT_KAFKA_PARTITIONS',
      'VOLANT_REDIS_URL',
      'VOLANT_INTERNAL_SECRET',
    ]) {
      expect(said).toContain(name);
    }
    expect(said).not.toMatch(/^\s+at /m);
  });

  test('waits for a missing server, logs it, stays alive and is not ready', async () => {
    const secrets = await secretFiles();
    const servers = { ...inject('servers'), mongodb: { url: 'mongodb://127.0.0.1:1/' } };
    const process = startProcess('pages', {
      ...serverSettings(servers),
      ...secrets.settings.others,
      VOLANT_IDENTITY_URL: 'http://127.0.0.1:1',
    });
    await eventually(
      async () => process.lines.join('\n'),
      (said) => said.includes('waiting for MongoDB'),
    );
    expect((await operations(process, '/health')).status).toBe(200);
    const waiting = '{"status":"starting","missing":["MongoDB"]}';
    const ready = await eventually(
      () => operations(process, '/ready'),
      ({ text }) => text === waiting,
    );
    expect(ready.status).toBe(503);
    expect(process.lines.join('\n')).not.toMatch(/^\s+at /m);
    expect(await process.stop()).toBe(0);
    await secrets.remove();
  });
});

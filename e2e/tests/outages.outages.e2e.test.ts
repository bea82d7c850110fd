import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { RunningServers } from '../../scripts/servers/server.ts';
import { startServers } from '../../scripts/servers/servers.ts';
import {
  call,
  createPage,
  eventually,
  logIn,
  type Person,
  SUPERADMIN,
  SUPERADMIN_SETTINGS,
  signUp,
  someAddress,
} from '../src/api.ts';
import { type EventLoad, startEventLoad } from '../src/event-load.ts';
import { type Processes, type RunningProcess, startProcesses } from '../src/processes.ts';
import { type TemporaryDirectory, temporaryDirectory } from '../src/product.ts';
import { expectCountedOnce, readMetric } from '../src/stored-events.ts';

/** The documents promise ten minutes; the suite takes less. */
const OUTAGE_MS = Number(process.env.VOLANT_OUTAGE_MINUTES ?? 0.5) * 60_000;
const PER_SECOND = 200;
const DRAINED_WITHIN_MS = 5 * 60_000;
const DATABASE = 'outages';
/** Limit of log-ins to one account from one address per minute. */
const SIGN_INS = 5;
/** Longer than any delayed work of a process after a server is back. */
const WATCHED_MS = 5_000;
/** One red pixel. */
const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGP4z8DwHwAFAAH/iZk9HQAAAABJRU5ErkJggg==';

describe('an outage under load', { timeout: OUTAGE_MS + 2 * DRAINED_WITHIN_MS }, () => {
  let directory: TemporaryDirectory;
  let servers: RunningServers;
  let product: Processes;
  let driver: Person;
  let pages: string[];

  beforeAll(async () => {
    directory = await temporaryDirectory();
    servers = await startServers({ dataDirectory: directory.path });
    product = await startProcesses(servers.addresses, {
      ...SUPERADMIN_SETTINGS,
      VOLANT_CLICKHOUSE_DATABASE: DATABASE,
    });
    driver = await signUp(product.origin);
  });
  afterAll(async () => {
    if (product !== undefined) expect(await product.stop()).toBe(0);
    await servers?.stop();
    await directory.remove();
  });

  async function startLoad(): Promise<EventLoad> {
    pages = await Promise.all(['One', 'Two', 'Three'].map((name) => createPage(product.origin, driver.token, name)));
    const load = startEventLoad({ origin: () => product.origin, pages, perSecond: PER_SECOND });
    await eventually(
      async () => load.acknowledged.size,
      (size) => size >= 2 * PER_SECOND,
    );
    return load;
  }

  const secondsSince = (at: number) => Number(((performance.now() - at) / 1000).toFixed(1));
  const lag = () => readMetric(product.running.analytics, 'ingest_lag_records');
  const spooled = () => readMetric(product.running.analytics, 'collect_spool_bytes');

  /** Waits until the spool and ingest are empty; returns the seconds that took. */
  async function drain(load: EventLoad): Promise<number> {
    const backAt = performance.now();
    // The spool drains while the load continues at the same rate.
    await eventually(spooled, (bytes) => bytes === 0, DRAINED_WITHIN_MS);
    await load.stop();
    await eventually(lag, (records) => records === 0, DRAINED_WITHIN_MS);
    return secondsSince(backAt);
  }

  /** No event was refused, lost or counted twice. */
  async function expectAllCounted(what: string, load: EventLoad, begunAt: number, drainedSeconds: number) {
    const refusals = Object.fromEntries(load.refusals);
    const answered202 = load.acknowledged.size;
    const figures = { minutes: OUTAGE_MS / 60_000, answered202, refusals, drainedSeconds };
    process.stdout.write(`${what} away: ${JSON.stringify({ ...figures, seconds: secondsSince(begunAt) })}\n`);
    await expectCountedOnce({
      load,
      origin: product.origin,
      owner: driver,
      pages,
      clickhouse: servers.addresses.clickhouse,
      database: DATABASE,
    });
    expect(drainedSeconds).toBeLessThan(DRAINED_WITHIN_MS / 1000);
    expect(refusals).toEqual({});
  }

  test('of Kafka: every event answered 202 meanwhile is counted once', async () => {
    const begunAt = performance.now();
    const load = await startLoad();
    await servers.servers.kafka.stop();
    await sleep(OUTAGE_MS / 2);
    // Log-ins and pages are not affected.
    await logIn(product.origin, { email: driver.email, password: driver.password });
    expect((await call(product.origin, 'GET', `/d/${pages[0]}`)).status).toBe(200);
    await sleep(OUTAGE_MS / 2);
    expect(await spooled()).toBeGreaterThan(0);
    await servers.servers.kafka.start();
    const drainedSeconds = await drain(load);
    await expectAllCounted('Kafka', load, begunAt, drainedSeconds);
  });

  test('of ClickHouse: events are accepted, reports answer to try again later, everything else works', async () => {
    const begunAt = performance.now();
    const load = await startLoad();
    await servers.servers.clickhouse.stop();
    const { token } = driver;
    const report = await call(product.origin, 'GET', `/api/pages/${pages[0]}/analytics`, undefined, { token });
    expect(report).toMatchObject({ status: 503, body: { code: 'UNAVAILABLE' } });
    expect(report.headers.get('retry-after')).toMatch(/^[1-9]\d*$/);
    await sleep(OUTAGE_MS);
    await logIn(product.origin, { email: driver.email, password: driver.password });
    expect((await call(product.origin, 'GET', `/d/${pages[0]}`)).status).toBe(200);
    expect((await call(product.origin, 'GET', '/api/pages/mine', undefined, { token })).status).toBe(200);
    await servers.servers.clickhouse.start();
    const drainedSeconds = await drain(load);
    await expectAllCounted('ClickHouse', load, begunAt, drainedSeconds);
  });

  async function isReady(process: RunningProcess): Promise<boolean> {
    return (await fetch(`${process.operations()}/ready`)).status === 200;
  }

  test('of Redis: people log in within limits, and sessions revoked meanwhile stay revoked', async () => {
    const { origin } = product;
    const admin = await logIn(origin, SUPERADMIN);
    const setRole = (user: Person, role: string) =>
      call(origin, 'PATCH', `/api/admin/users/${user.id}/role`, { role }, { token: admin });
    const statusOf = async (path: string, { token }: Person) =>
      (await call(origin, 'GET', path, undefined, { token })).status;
    const [leaving, rising, falling] = [await signUp(origin), await signUp(origin), await signUp(origin)];
    await setRole(falling, 'ADMIN');
    const page = await createPage(origin, leaving.token);
    // After these requests Redis holds the present sessions and roles for every service.
    const seen = async () => [
      await statusOf('/api/pages/mine', leaving),
      await statusOf('/api/admin/pages', rising),
      await statusOf('/api/admin/pages', falling),
    ];
    expect(await seen()).toEqual([200, 403, 200]);

    await servers.servers.redis.stop();
    const { email, password } = rising;
    await logIn(origin, { email, password });
    expect((await call(origin, 'GET', `/d/${page}`)).status).toBe(200);
    const address = someAddress();
    const signIns = Array.from({ length: SIGN_INS + 1 }, () =>
      call(origin, 'POST', '/api/auth/login', { email, password }, { address }),
    );
    const statuses = (await Promise.all(signIns)).map(({ status }) => status).sort();
    expect(statuses).toEqual([...Array.from({ length: SIGN_INS }, () => 200), 429]);
    expect((await call(origin, 'POST', '/api/auth/logout', undefined, { token: leaving.token })).status).toBe(200);
    expect([(await setRole(rising, 'ADMIN')).status, (await setRole(falling, 'DRIVER')).status]).toEqual([200, 200]);
    const changed = [401, 200, 403];
    expect(await seen()).toEqual(changed);

    await servers.servers.redis.start();
    const { identity, pages: pagesProcess, support, analytics } = product.running;
    const users = [identity, pagesProcess, support, analytics];
    for (const until = performance.now() + WATCHED_MS; performance.now() < until; await sleep(100)) {
      expect(await seen()).toEqual(changed);
    }
    for (const process of users) {
      await eventually(() => isReady(process), Boolean);
      expect(process.lines.filter((line) => line.includes('Redis is away'))).toHaveLength(1);
      expect(process.lines.filter((line) => line.includes('Redis is back'))).toHaveLength(1);
    }
  });

  test('of S3: uploads are refused with a message, and everything else works', async () => {
    const page = await createPage(product.origin, driver.token);
    const send = async () => {
      const form = new FormData();
      form.set('image', new Blob([Buffer.from(PNG, 'base64')], { type: 'image/png' }), 'picture.png');
      const headers = { authorization: `Bearer ${driver.token}`, 'accept-language': 'en' };
      const answer = await fetch(`${product.origin}/api/pages/upload-image`, { method: 'POST', body: form, headers });
      return { status: answer.status, body: (await answer.json()) as Record<string, string>, headers: answer.headers };
    };
    const before = await send();
    expect(before.status).toBe(200);
    const picture = `${product.origin}${before.body.imageUrl}`;

    await servers.servers.s3.stop();
    const refused = await send();
    expect(refused).toMatchObject({
      status: 503,
      body: { code: 'UNAVAILABLE', error: expect.stringMatching(/\w+ \w+/) },
    });
    expect(refused.headers.get('retry-after')).toMatch(/^[1-9]\d*$/);
    expect((await fetch(picture)).status).toBe(503);
    expect((await call(product.origin, 'GET', `/d/${page}`)).status).toBe(200);
    expect((await call(product.origin, 'GET', '/api/pages/mine', undefined, { token: driver.token })).status).toBe(200);

    await servers.servers.s3.start();
    await eventually(send, ({ status }) => status === 200);
    expect((await fetch(picture)).status).toBe(200);
  });

  test('of SMTP: messages wait and are sent when it is back', async () => {
    const inbox = async () => {
      const answer = await fetch(servers.addresses.smtp.inboxUrl);
      const messages = (await answer.json()) as { to: string[] }[];
      return messages.filter(({ to }) => to.includes(driver.email)).length;
    };
    const before = await inbox();
    await servers.servers.smtp.stop();
    const answer = await call(product.origin, 'POST', '/api/auth/forgot-password', { email: driver.email });
    expect(answer.status).toBe(200);
    await logIn(product.origin, { email: driver.email, password: driver.password });
    // A delivery has been tried and failed.
    const { lines } = product.running.identity;
    await eventually(async () => lines.some((line) => line.includes('a message is sent again later')), Boolean);
    await servers.servers.smtp.start();
    await eventually(inbox, (messages) => messages === before + 1);
    await sleep(WATCHED_MS);
    expect(await inbox()).toBe(before + 1);
  });
});

import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { RunningServers } from '../../scripts/servers/server.ts';
import { startServers } from '../../scripts/servers/servers.ts';
import { call, createPage, eventually, logIn, type Person, signUp } from '../src/api.ts';
import { type EventLoad, startEventLoad } from '../src/event-load.ts';
import { type Processes, startProcesses } from '../src/processes.ts';
import { type TemporaryDirectory, temporaryDirectory } from '../src/product.ts';
import { expectCountedOnce, readMetric } from '../src/stored-events.ts';

/** Ten minutes prove what the documents promise; the suite takes less. */
const OUTAGE_MS = Number(process.env.VOLANT_OUTAGE_MINUTES ?? 0.5) * 60_000;
const PER_SECOND = 200;
const DRAINED_WITHIN_MS = 5 * 60_000;
const DATABASE = 'outages';

describe('servers that go away under load and come back', { timeout: OUTAGE_MS + 2 * DRAINED_WITHIN_MS }, () => {
  let directory: TemporaryDirectory;
  let servers: RunningServers;
  let product: Processes;
  let driver: Person;
  let pages: string[];

  beforeAll(async () => {
    directory = await temporaryDirectory();
    servers = await startServers({ dataDirectory: directory.path });
    product = await startProcesses(servers.addresses, { VOLANT_CLICKHOUSE_DATABASE: DATABASE });
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
      60_000,
    );
    return load;
  }

  const secondsSince = (at: number) => Number(((performance.now() - at) / 1000).toFixed(1));
  const lag = () => readMetric(product.running.analytics, 'ingest_lag_records');
  const spooled = () => readMetric(product.running.analytics, 'collect_spool_bytes');

  /** Waits for everything to be in its place, and says how long that took. */
  async function drain(load: EventLoad): Promise<number> {
    const backAt = performance.now();
    // It catches up although as many events come as before.
    await eventually(spooled, (bytes) => bytes === 0, DRAINED_WITHIN_MS);
    await load.stop();
    await eventually(lag, (records) => records === 0, DRAINED_WITHIN_MS);
    return secondsSince(backAt);
  }

  /** Nobody was turned away, nothing is missing and nothing is there twice. */
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

  test('Kafka: every event answered 202 meanwhile is counted, once', async () => {
    const begunAt = performance.now();
    const load = await startLoad();
    await servers.servers.kafka.stop();
    await sleep(OUTAGE_MS / 2);
    // Neither signing in nor the pages know of it.
    await logIn(product.origin, { email: driver.email, password: driver.password });
    expect((await call(product.origin, 'GET', `/d/${pages[0]}`)).status).toBe(200);
    await sleep(OUTAGE_MS / 2);
    expect(await spooled()).toBeGreaterThan(0);
    await servers.servers.kafka.start();
    const drainedSeconds = await drain(load);
    await expectAllCounted('Kafka', load, begunAt, drainedSeconds);
  });

  test('ClickHouse: events are taken, reports ask for patience, everything else goes on', async () => {
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
});

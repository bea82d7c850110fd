import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { RunningServers } from '../../scripts/servers/server.ts';
import { startServers } from '../../scripts/servers/servers.ts';
import {
  call,
  createPage,
  eventually,
  logIn,
  type Person,
  pageIsKnown,
  readReport,
  SUPERADMIN,
  SUPERADMIN_SETTINGS,
  signUp,
} from '../src/api.ts';
import { startMixedLoad } from '../src/mixed-load.ts';
import { IS_TAKEN_BACK, type Processes, STARTING_ORDER, startProcesses } from '../src/processes.ts';
import { type TemporaryDirectory, temporaryDirectory } from '../src/product.ts';
import { type Relay, startRelay } from '../src/relay.ts';

/** Duration of load before and after the old process is stopped. */
const AROUND_MS = 2_000;
const WARNINGS_SHOWN = 60;

let directory: TemporaryDirectory;
let servers: RunningServers;
let product: Processes;
let driver: Person;
let admin: string;
let page: string;
const balancers = new Map<string, Relay>();

beforeAll(async () => {
  directory = await temporaryDirectory();
  servers = await startServers({ dataDirectory: directory.path });
  product = await startProcesses(servers.addresses, SUPERADMIN_SETTINGS, async (name, origin) => {
    const balancer = await startRelay(new URL(origin));
    balancers.set(name, balancer);
    return `http://${balancer.address}`;
  });
  driver = await signUp(product.origin);
  admin = await logIn(product.origin, SUPERADMIN);
  page = await createPage(product.origin, driver.token);
  await eventually(
    async () => (await fetch(`${product.origin}/d/${page}`)).status,
    (status) => status === 200,
  );
});
afterAll(async () => {
  if (product !== undefined) expect(await product.stop()).toBe(0);
  for (const balancer of balancers.values()) await balancer.close();
  await servers?.stop();
  await directory.remove();
});

/**
 * A driver signs up, creates a page and changes it; the page is read, scanned and reported, and support gets a message.
 */
async function doTheMainJob(): Promise<void> {
  const { origin } = product;
  const person = await signUp(origin);
  const own = await createPage(origin, person.token);
  await pageIsKnown(origin, own);
  const events = Array.from({ length: 3 }, () => ({ id: randomUUID(), pageId: own, type: 'VIEW' }));
  for (const event of events) expect((await call(origin, 'POST', '/api/public/events', event)).status).toBe(202);
  const change = { blocksJson: { name: 'Another name' } };
  expect((await call(origin, 'PATCH', `/api/pages/${own}`, change, { token: person.token })).status).toBe(200);
  const message = { name: 'Jo', email: person.email, subject: randomUUID(), message: 'A message to be read.' };
  expect((await call(origin, 'POST', '/api/support/contact', message)).status).toBeLessThan(300);
  await eventually(
    async () => (await fetch(`${origin}/d/${own}`)).text(),
    (page) => page.includes(change.blocksJson.name),
  );
  await eventually(
    async () => (await readReport(origin, person.token, own)).summary?.views,
    (views) => views === events.length,
  );
  await eventually(
    async () => JSON.stringify((await call(origin, 'GET', '/api/support/inbox', undefined, { token: admin })).body),
    (inbox) => inbox.includes(message.subject),
  );
  expect((await call(origin, 'GET', '/api/auth/me', undefined, { token: driver.token })).body.user.id).toBe(driver.id);
}

/** What the processes logged about failures, beside the answers that a client saw. */
const warnings = () =>
  product
    .output()
    .filter((line) => /"level":[45]0/.test(line))
    .slice(-WARNINGS_SHOWN)
    .join('\n');

test.each(IS_TAKEN_BACK ? STARTING_ORDER.toReversed() : STARTING_ORDER)(
  '%s is replaced under load without a failed request',
  async (name) => {
    const balancer = balancers.get(name);
    if (balancer === undefined) throw new Error('no balancer');
    const load = startMixedLoad({ origin: product.origin, page, driver: driver.token, admin });
    await sleep(AROUND_MS);
    const next = product.start(name, { VOLANT_SPOOL_DIR: path.join(directory.path, `spool-${name}`) });
    await next.ready;
    balancer.use(new URL(next.origin()));
    expect(await product.running[name].stop()).toBe(0);
    await sleep(AROUND_MS);
    await load.stop();
    process.stdout.write(
      `${name} restarted: ${JSON.stringify({ ...Object.fromEntries(load.answers), retried: load.retried() })}\n`,
    );
    await doTheMainJob();
    expect([...load.answers.keys()], warnings()).toEqual(['2xx']);
  },
);

import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import path from 'node:path';
import { text } from 'node:stream/consumers';
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
  someAddress,
} from '../src/api.ts';
import { type Processes, type ProcessName, startProcesses } from '../src/processes.ts';
import { type TemporaryDirectory, temporaryDirectory } from '../src/product.ts';
import { type Relay, startRelay } from '../src/relay.ts';

const PER_SECOND = 200;
const TICK_MS = 10;
/** With this many waiting for their answers the rate is no longer kept: a machine that cannot keep up is not drowned. */
const MAX_UNDER_WAY = 50;
const REPORT_EVERY = 50;
/** Of load before the old process is told to go, and after it has gone. */
const AROUND_MS = 2_000;

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

interface Call {
  readonly method: string;
  readonly path: string;
  readonly body?: string;
  /** The driver's if none is given. */
  readonly token?: string;
}

interface Load {
  /** How often each status was answered, 2xx together; codes of connections that failed for good. */
  readonly answers: Map<string, number>;
  retried(): number;
  stop(): Promise<void>;
}

/** Every kind of call, at a steady rate. A connection that is refused, or was closed while it was idle, is tried once more. */
function startLoad(): Load {
  const agent = new Agent({ keepAlive: true, maxSockets: MAX_UNDER_WAY });
  const answers = new Map<string, number>();
  const underWay = new Set<Promise<void>>();
  let retries = 0;
  let begunAt = performance.now();
  let count = 0;

  const event = () => JSON.stringify({ id: randomUUID(), pageId: page, type: 'VIEW' });
  const calls: readonly (() => Call)[] = [
    () => ({ method: 'GET', path: `/d/${page}` }),
    () => ({ method: 'POST', path: '/api/public/events', body: event() }),
    () => ({ method: 'GET', path: '/api/pages/mine' }),
    () => ({ method: 'POST', path: '/api/public/events', body: event() }),
    () => ({ method: 'GET', path: '/api/support/inbox', token: admin }),
    () => ({ method: 'GET', path: `/d/${page}` }),
    () => ({ method: 'GET', path: '/api/auth/me' }),
    () => ({ method: 'GET', path: `/api/pages/${page}` }),
    () => ({ method: 'POST', path: '/api/public/events', body: event() }),
    // Reports cost the most by far.
    () =>
      count % REPORT_EVERY === 0
        ? { method: 'GET', path: `/api/pages/${page}/analytics` }
        : { method: 'GET', path: `/d/${page}` },
  ];

  async function send(sending: Call, mayRetry: boolean): Promise<string> {
    const { method, path, body, token = driver.token } = sending;
    const sent = request(product.origin + path, {
      method,
      agent,
      headers: {
        authorization: `Bearer ${token}`,
        'x-forwarded-for': someAddress(),
        'user-agent': 'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Chrome/147.0 Mobile Safari/537.36',
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
    });
    sent.end(body);
    try {
      const [answer] = (await once(sent, 'response')) as [IncomingMessage];
      const told = await text(answer);
      const status = answer.statusCode ?? 0;
      return status < 300 ? '2xx' : `${method} ${path.replace(page, '{id}')} ${status} ${told.slice(0, 200)}`;
    } catch (error) {
      const { code = 'unknown' } = error as NodeJS.ErrnoException;
      if (!mayRetry || !(code === 'ECONNREFUSED' || (code === 'ECONNRESET' && sent.reusedSocket))) {
        return `${method} ${path.replace(page, '{id}')} ${code}`;
      }
      retries += 1;
      return send(sending, false);
    }
  }

  const note = (answer: string) => void answers.set(answer, (answers.get(answer) ?? 0) + 1);

  /** One change after another: two at once would rightly be a conflict. */
  async function changeOften(): Promise<void> {
    for (let change = 0; !stopped; change += 1) {
      const body = JSON.stringify({ displayName: `Name ${change}` });
      note(await send({ method: 'PATCH', path: `/api/pages/${page}`, body }, true));
    }
  }

  let stopped = false;
  const changing = changeOften();
  const timer = setInterval(() => {
    const due = Math.floor(((performance.now() - begunAt) * PER_SECOND) / 1000);
    begunAt += (due * 1000) / PER_SECOND;
    for (let begun = 0; begun < due && underWay.size < MAX_UNDER_WAY; begun += 1) {
      count += 1;
      const next = calls[count % calls.length];
      if (next === undefined) continue;
      const sending = send(next(), true)
        .then(note)
        .finally(() => underWay.delete(sending));
      underWay.add(sending);
    }
  }, TICK_MS);

  return {
    answers,
    retried: () => retries,
    async stop() {
      clearInterval(timer);
      stopped = true;
      await Promise.all([...underWay, changing]);
      agent.destroy();
    },
  };
}

/** A driver signs up, makes a page and changes it; it is read, scanned and reported, and support is written to. */
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

test.each(['identity', 'pages', 'support', 'analytics', 'gateway'] satisfies ProcessName[])(
  '%s gives way to another under load, and no request fails (acceptance 176)',
  { timeout: 120_000 },
  async (name) => {
    const balancer = balancers.get(name);
    if (balancer === undefined) throw new Error('no balancer');
    const load = startLoad();
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
    expect([...load.answers.keys()]).toEqual(['2xx']);
  },
);

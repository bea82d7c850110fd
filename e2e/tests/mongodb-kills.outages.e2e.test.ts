import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { RunningServers } from '../../scripts/servers/server.ts';
import { startServers } from '../../scripts/servers/servers.ts';
import { type Answer, call, eventually, logIn } from '../src/api.ts';
import { type Processes, startProcesses } from '../src/processes.ts';
import { type TemporaryDirectory, temporaryDirectory } from '../src/product.ts';

/** The documents promise ten; the suite runs fewer. */
const KILLS = Number(process.env.VOLANT_KILLS ?? 3);
const WRITERS = 4;
/** Writes between two kills. */
const WRITES_BETWEEN = 12;
const PAGES_EACH = 3;
const TRY_AGAIN_MS = 200;

interface Driver {
  readonly email: string;
  readonly username: string;
  readonly password: string;
  /** Last acknowledged display name of each page. */
  readonly pages: Map<string, string>;
}

let directory: TemporaryDirectory;
let servers: RunningServers;
let product: Processes;

beforeAll(async () => {
  directory = await temporaryDirectory();
  servers = await startServers({ dataDirectory: directory.path });
  product = await startProcesses(servers.addresses);
});
afterAll(async () => {
  if (product !== undefined) expect(await product.stop()).toBe(0);
  await servers?.stop();
  await directory.remove();
});

let writes = 0;
const refusals = new Map<string, number>();

/** Writes like a careful client: repeats the request with the same idempotency key until it is answered. */
async function write(method: string, path: string, body: object, token?: string): Promise<Answer> {
  const headers = { 'idempotency-key': randomUUID() };
  for (;;) {
    const answer = await call(product.origin, method, path, body, { headers, ...(token ? { token } : {}) });
    if (answer.status < 300) {
      writes += 1;
      return answer;
    }
    // The refusal must not claim that the request is invalid.
    const code = `${answer.status} ${answer.body.code}`;
    refusals.set(code, (refusals.get(code) ?? 0) + 1);
    if (answer.status !== 503) throw new Error(`${method} ${path} answered ${code}: ${answer.body.error}`);
    await sleep(TRY_AGAIN_MS);
  }
}

/** Signs up one driver after another, each with some edited pages. */
async function writeAway(stopped: () => boolean, drivers: Driver[]): Promise<void> {
  while (!stopped()) {
    const username = `driver-${randomUUID().slice(0, 12)}`;
    const account = { email: `${username}@example.com`, username, password: 'a long enough password' };
    const { token } = (await write('POST', '/api/auth/signup', account)).body;
    const pages = new Map<string, string>();
    drivers.push({ ...account, pages });
    for (let page = 0; page < PAGES_EACH; page += 1) {
      const made = await write('POST', '/api/pages', pageNamed(`Page ${page}`), token);
      const { id } = made.body.page;
      pages.set(id, `Page ${page}`);
      for (const name of [`Page ${page}, changed`, `Page ${page}, changed again`]) {
        await write('PATCH', `/api/pages/${id}`, { displayName: name }, token);
        pages.set(id, name);
      }
    }
  }
}

function pageNamed(name: string): object {
  return { displayName: name, state: 'ACTIVE', blocksJson: { name, phone: '+33 6 39 98 00 09' } };
}

test(`every acknowledged write survives ${KILLS} kills of MongoDB, and no write is stored in part`, {
  timeout: 60_000 + KILLS * 60_000,
}, async () => {
  const drivers: Driver[] = [];
  let stopped = false;
  const writers = Promise.all(Array.from({ length: WRITERS }, () => writeAway(() => stopped, drivers)));
  // The error surfaces at the await below.
  writers.catch(() => undefined);
  for (let kill = 0; kill < KILLS; kill += 1) {
    const before = writes;
    await Promise.race([
      writers,
      eventually(
        async () => writes,
        (now) => now >= before + WRITES_BETWEEN,
        60_000,
      ),
    ]);
    // A random moment within a write.
    await sleep(Math.random() * 300);
    await servers.servers.mongodb.kill();
    await servers.servers.mongodb.start();
  }
  stopped = true;
  await writers;
  process.stdout.write(
    `MongoDB killed: ${JSON.stringify({ kills: KILLS, writes, drivers: drivers.length, refusals: Object.fromEntries(refusals) })}\n`,
  );
  expect(writes).toBeGreaterThanOrEqual(KILLS * WRITES_BETWEEN);

  for (const { email, username, password, pages } of drivers) {
    const token = await logIn(product.origin, { email, password });
    // Views follow the store with a short delay.
    await eventually(
      () => call(product.origin, 'GET', '/api/pages/mine', undefined, { token }),
      ({ body }) => same(pages, body.pages),
    );
    for (const id of pages.keys()) expect((await call(product.origin, 'GET', `/d/${id}`)).status).toBe(200);
    // Neither its e-mail address nor its name is available to others.
    const again = await call(product.origin, 'POST', '/api/auth/signup', { email, username, password });
    expect(again.status).toBe(409);
  }
});

function same(expected: ReadonlyMap<string, string>, pages: readonly { id: string; displayName: string }[]): boolean {
  return pages.length === expected.size && pages.every(({ id, displayName }) => expected.get(id) === displayName);
}

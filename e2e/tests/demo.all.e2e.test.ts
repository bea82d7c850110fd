import { cp, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Answer, call, createPage, eventually, signUp, logIn as tokenOf } from '../src/api.ts';
import { expectEnd, type Product, startProduct, type TemporaryDirectory, temporaryDirectory } from '../src/product.ts';
import { filesBelow } from '../src/stored-pieces.ts';
import { findTraces, textTrace } from '../src/traces.ts';

const REFUSED =
  /^\S+ holds demo data, whose passwords are known: take them away with "npm run demo -- remove", or set VOLANT_DATA_DIR to an empty directory\.\n$/;
const DEMO = { email: 'superadmin@example.com', password: 'volant-demo' };
const BEHIND_A_PROXY = { headers: { 'x-forwarded-for': '192.0.2.7' } };
const ON = { VOLANT_DEMO: 'on' };

let directory: TemporaryDirectory;
const at = (name: string) => path.join(directory.path, name);
const copy = (name: string) => cp(at('demo'), at(name), { recursive: true, filter: (file) => !file.endsWith('.sock') });

async function logIn({ origin }: Product, credentials: object, caller = {}): Promise<readonly [number, string?]> {
  const { status, body } = await call(origin, 'POST', '/api/auth/login', credentials, caller);
  return [status, body.code];
}

const ask = async ({ origin }: Product, query: string) =>
  JSON.stringify((await call(origin, 'POST', '/graphql', { query })).body);
const statusOf = async ({ origin }: Product, path: string, caller = {}) =>
  (await call(origin, 'GET', path, undefined, caller)).status;

beforeAll(async () => {
  directory = await temporaryDirectory();
  await (await startProduct(at('demo'), ON)).stop();
  for (const name of ['copy', 'unfinished']) await copy(name);
});
afterAll(() => directory?.remove());

describe('a directory with demo data', () => {
  test('refuses a start that is no demo, with one line', async () => {
    const settings = { HOST: '0.0.0.0', VOLANT_DEMO: '' };
    expect(await expectEnd(at('demo'), settings)).toEqual({
      code: 78,
      stdout: '',
      stderr: expect.stringMatching(REFUSED),
    });
  });

  test('refuses a start as a copy without the mark, as older versions left it, and marks it', async () => {
    await rm(at('copy/demo.json'));
    expect((await expectEnd(at('copy'), {})).stderr).toMatch(REFUSED);
    expect(JSON.parse(await readFile(at('copy/demo.json'), 'utf8'))).toEqual({ holdsDemoData: true });
    await writeFile(at('copy/demo.json'), '{');
    expect((await expectEnd(at('copy'), {})).stderr).toMatch(/demo\.json, which says .* is damaged\.\n$/);
  });
});

describe('a running demo', () => {
  let product: Product;
  beforeAll(async () => {
    product = await startProduct(at('demo'), ON);
  });

  test('answers requests from this machine and refuses those through a proxy', async () => {
    expect(await logIn(product, DEMO)).toEqual([200, undefined]);
    expect(await statusOf(product, '/dev/mailbox')).toBe(200);
    expect(await ask(product, '{ __schema { queryType { name } } }')).toContain('"Query"');
    expect(await logIn(product, DEMO, BEHIND_A_PROXY)).toEqual([403, 'DEMO_FROM_ELSEWHERE']);
    expect(await statusOf(product, '/d/demo-berline', BEHIND_A_PROXY)).toBe(403);
    expect(await statusOf(product, '/dev/mailbox', BEHIND_A_PROXY)).toBe(404);
    const event = { pageId: 'demo-berline', type: 'VIEW' };
    const { status, body } = await call(product.origin, 'POST', '/api/public/events', event, BEHIND_A_PROXY);
    expect([status, body.code]).toEqual([403, 'DEMO_FROM_ELSEWHERE']);
  });

  test('has pages that are older than their first visit, and accounts that are older than their pages', async () => {
    const read = async (path: string, token: string) =>
      (await call(product.origin, 'GET', path, undefined, { token })).body;
    const session = async (credentials: object) =>
      (await call(product.origin, 'POST', '/api/auth/login', credentials)).body;
    const { token, user } = await session({ ...DEMO, email: 'berline@example.com' });
    const { pages } = await read('/api/pages/mine', token);
    expect(pages.length).toBeGreaterThan(0);
    for (const { id, createdAt, claimedAt } of pages) {
      const { chartData } = await eventually(
        () => read(`/api/pages/${id}/analytics`, token),
        (report: Answer['body']) => report.summary.views > 0,
      );
      const visited = chartData.filter(({ views }: { views: number }) => views > 0);
      const days = [user.createdAt, createdAt, claimedAt, ...visited.map(({ date }: { date: string }) => date).sort()];
      expect(days.map((day: string) => day.slice(0, 10))).toEqual(days.map((day: string) => day.slice(0, 10)).sort());
      expect(createdAt.slice(0, 10) < days[3]).toBe(true);
    }
  });

  test('is removed by "npm run demo -- remove" with everything that it wrote; data of others stays', async () => {
    const remove = () => expectEnd(at('demo'), {}, ['demo', 'remove']);
    const demo = product;
    const person = await signUp(demo.origin, 'ana-real');
    const own = await createPage(demo.origin, person.token, 'Her own page');
    const as = { token: person.token };
    expect((await call(demo.origin, 'POST', '/api/pages/demo-libre-1/claim', {}, as)).status).toBe(200);
    const input = { name: 'Ana', email: person.email, subject: 'A real question', message: 'Is this kept?' };
    expect((await call(demo.origin, 'POST', '/api/support/contact', input, as)).status).toBeLessThan(300);
    const reset = { email: 'taxi@example.com' };
    expect((await call(demo.origin, 'POST', '/api/auth/forgot-password', reset)).status).toBe(200);
    await demo.stop();

    // Without the mark, as older versions left it, the demo is recognised by its accounts.
    await rm(at('demo/demo.json'));
    expect(await remove()).toEqual({ code: 0, stdout: expect.stringContaining('is gone'), stderr: '' });

    const operator = { VOLANT_SUPERADMIN_EMAIL: 'operator@example.com', VOLANT_SUPERADMIN_PASSWORD: 'their own one' };
    product = await startProduct(at('demo'), operator);
    const { origin } = product;
    expect(await logIn(product, DEMO)).toEqual([401, 'INVALID_CREDENTIALS']);
    const { email, password } = person;
    expect(await logIn(product, { email, password })).toEqual([200, undefined]);
    const admin = { token: await tokenOf(origin, { email: 'operator@example.com', password: 'their own one' }) };
    const { body: listed } = await call(origin, 'GET', '/api/admin/pages?limit=100', undefined, admin);
    expect(listed.pages.map(({ id }: { id: string }) => id).sort()).toEqual([own, 'demo-libre-1'].sort());
    const { body: users } = await call(origin, 'GET', '/api/admin/users?limit=100', undefined, admin);
    expect(users.users.map(({ email }: { email: string }) => email).sort()).toEqual(
      ['operator@example.com', person.email].sort(),
    );
    const { body: inbox } = await call(origin, 'GET', '/api/support/inbox?limit=100', undefined, admin);
    expect(inbox.messages.map(({ subject }: { subject: string }) => subject)).toEqual(['A real question']);
    const { body: figures } = await call(origin, 'GET', '/api/admin/analytics', undefined, admin);
    expect(figures.totalEvents).toBe(0);
    await product.stop();

    const traces = [
      'berline@example.com',
      'superadmin@example.com',
      'taxi@example.com',
      'Forfait aéroport',
      'une flotte',
    ];
    const found = await findTraces(
      filesBelow(at('demo')),
      traces.map((text) => textTrace(text, text)),
    );
    // ClickHouse deletes rewritten parts within minutes.
    const left = [...found].map(([name, places]) => [name, places.filter((place) => !place.startsWith('clickhouse/'))]);
    expect(left.filter(([, places]) => places?.length !== 0)).toEqual([]);
    const again = await remove();
    expect([again.code, again.stderr]).toEqual([1, expect.stringMatching(/^There is no demo data in \S+\.\n$/)]);
  });
});

describe('a directory without demo data', () => {
  const own = { email: DEMO.email, password: 'a password of their own' };
  const operator = { VOLANT_SUPERADMIN_EMAIL: own.email, VOLANT_SUPERADMIN_PASSWORD: own.password };

  test('keeps data written after an unfinished demo, and runs no demo with any settings', async () => {
    await writeFile(at('unfinished/demo-unfinished'), '');
    const first = await startProduct(at('unfinished'), operator);
    expect(await logIn(first, DEMO)).toEqual([401, 'INVALID_CREDENTIALS']);
    expect(await logIn(first, own)).toEqual([200, undefined]);
    await first.stop();
    // As older versions left it. The superadmin's address alone does not make it a demo, because anyone may use it.
    await rm(at('unfinished/demo.json'));
    const again = await startProduct(at('unfinished'), ON);
    expect(await logIn(again, own, BEHIND_A_PROXY)).toEqual([200, undefined]);
    expect(await call(again.origin, 'GET', '/dev/mailbox')).toMatchObject({
      body: expect.not.stringContaining('mailbox'),
    });
    expect(await ask(again, '{ __typename }')).toContain('OPERATION_NOT_LISTED');
    await again.stop();
  });
});

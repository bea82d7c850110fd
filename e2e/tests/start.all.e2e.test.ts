import { spawn } from 'node:child_process';
import { chmod, mkdir, readdir, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { freePort } from '../../scripts/servers/ports.ts';
import { scriptCommand } from '../../scripts/servers/script-command.ts';
import { call, eventually, logIn, readReport, signUp } from '../src/api.ts';
import { processorSecondsOf, residentMiB } from '../src/process-figures.ts';
import { expectEnd, type Product, startProduct, type TemporaryDirectory, temporaryDirectory } from '../src/product.ts';

let directory: TemporaryDirectory;

beforeEach(async () => {
  directory = await temporaryDirectory();
});

afterEach(async () => {
  await directory.remove();
});

describe('a start that cannot succeed exits with one clear sentence, and a code after which no supervisor tries again', () => {
  test('which names all wrong settings at once', async () => {
    const settings = {
      PORT: 'many',
      VOLANT_TRUSTED_PROXIES: 'somewhere',
      VOLANT_TRUSTED_PROXY: '10.0.0.1',
      VOLANT_SUPERADMIN_EMAIL: 'a@example.com',
    };
    const { code, stderr } = await expectEnd(directory.path, settings);
    expect(code).toBe(78);
    for (const name of ['PORT', 'VOLANT_TRUSTED_PROXIES', 'VOLANT_SUPERADMIN_PASSWORD']) expect(stderr).toContain(name);
    expect(stderr).toContain('VOLANT_TRUSTED_PROXY: no setting has this name; did you mean VOLANT_TRUSTED_PROXIES?');
    expect(stderr).not.toMatch(/^\s+at /m);
  });

  test('if the data directory is a file', async () => {
    const file = path.join(directory.path, 'file');
    await writeFile(file, '');
    const { code, stderr } = await expectEnd(path.join(file, 'data'), {});
    expect(code).toBe(78);
    expect(stderr).toContain('cannot be used');
  });

  test.skipIf(process.getuid?.() === 0)('if the data directory is read-only', async () => {
    const closed = path.join(directory.path, 'closed');
    await mkdir(closed);
    await chmod(closed, 0o500);
    const { code, stderr } = await expectEnd(closed, {});
    expect(code).toBe(78);
    expect(stderr).toContain('cannot be used');
  });
});

test('operators find health, readiness and metrics on a port of their own, which is another one if it is taken', async () => {
  const other = createServer();
  // Another program may have the port already, which serves this test as well.
  await new Promise<void>((resolve) => other.once('error', () => resolve()).listen(9464, '127.0.0.1', resolve));
  await openToOthers(directory.path);
  const first = await startProduct(directory.path, { HOST: '0.0.0.0', VOLANT_OPERATIONS_PORT: '' });
  const operations = /"operations":"(http:\/\/127\.0\.0\.1:\d+)"/.exec(first.output().join(''))?.[1];
  expect(first.output().join('')).toContain('port 9464 is taken');
  await call(first.origin, 'GET', '/api/public/pages/nothing-here');
  const answers = await Promise.all(
    ['/health', '/ready', '/serving', '/metrics'].map((path) => fetch(`${operations}${path}`)),
  );
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  const metrics = await answers.at(-1)?.text();
  expect(metrics).toMatch(/^refusals_total\{code="PAGE_NOT_FOUND",process="volant"\} 1$/m);
  expect(metrics).toMatch(/^http_request_duration_seconds_count\{.*route="\/api\/public\/pages\/:id".*\} 1$/m);
  expect(metrics).toMatch(/^ingest_lag_records\{.*\} 0$/m);

  const held = await expectEnd(directory.path, {});
  expect([held.code, held.stderr]).toEqual([1, expect.stringContaining('another Volant is running on it')]);
  await expectPrivate(directory.path);

  const elsewhere = path.join(directory.path, 'elsewhere');
  const { port } = new URL(first.origin);
  const taken = await expectEnd(elsewhere, { PORT: port });
  expect([taken.code, taken.stderr]).toEqual([
    1,
    expect.stringContaining(`PORT: port ${port} is taken; set it to a free one`),
  ]);
  expect(taken.stderr).not.toMatch(/^\s+at /m);
  const { port: ofOperators } = new URL(operations ?? '');
  const { code, stderr } = await expectEnd(elsewhere, { VOLANT_OPERATIONS_PORT: ofOperators });
  expect(code).toBe(1);
  expect(stderr).toContain(`VOLANT_OPERATIONS_PORT: port ${ofOperators} is taken`);
  expect(await first.stop()).toBe(0);
  other.close();
});

test('without its mail server and a trusted proxy the product starts and says so; a mail is sent after a restart', async () => {
  const port = await freePort();
  const operationsPort = await freePort();
  const settings = {
    VOLANT_OPERATIONS_PORT: String(operationsPort),
    VOLANT_SMTP_URL: `smtp://127.0.0.1:${port}`,
    VOLANT_MAIL_FROM: 'Volant <hello@volant.example>',
    VOLANT_TRUSTED_PROXIES: '',
  };
  const operations = async (path: string) => (await fetch(`http://127.0.0.1:${operationsPort}${path}`)).text();
  let product = await startProduct(directory.path, settings);
  const person = await signUp(product.origin);
  const forgot = { email: person.email };
  expect((await call(product.origin, 'POST', '/api/auth/forgot-password', forgot)).status).toBe(200);
  await eventually(
    () => operations('/metrics'),
    (metrics) => /^mails_waiting\{.*\} 1$/m.test(metrics),
  );
  const [noOrigin, noProxy, ...others] = JSON.parse(await operations('/ready')).warnings;
  expect(others).toEqual([]);
  expect(noOrigin).toContain('VOLANT_ORIGIN is not set');
  expect(noProxy).toContain('VOLANT_TRUSTED_PROXIES: requests come from 127.0.0.1 with X-Forwarded-For');
  expect(JSON.parse(await operations('/ready')).missing).toEqual(['SMTP']);
  expect(product.output().join('')).toContain(noProxy);
  await product.kill();

  product = await startProduct(directory.path, settings);
  const inbox = await freePort();
  const [program = '', ...args] = scriptCommand('smtp-sink.ts', directory.path, String(port), String(inbox));
  const mailServer = spawn(program, args, { stdio: 'ignore' });
  const lastMail = async () => (await fetch(`http://127.0.0.1:${inbox}`).catch(() => undefined))?.text();
  await eventually(lastMail, (text) => text?.includes(person.email) === true);
  await eventually(
    async () => JSON.parse(await operations('/ready')),
    ({ status, missing }) => status === 'ready' && missing.length === 0,
  );
  await product.stop();
  mailServer.kill();
});

/** Creates a data directory and a mail in it that every user of the machine may read. */
async function openToOthers(folder: string): Promise<void> {
  await mkdir(path.join(folder, 'mail'), { recursive: true });
  await writeFile(path.join(folder, 'mail/old.eml'), 'a letter');
  for (const name of ['', 'mail']) await chmod(path.join(folder, name), 0o755);
  await chmod(path.join(folder, 'mail/old.eml'), 0o644);
}

async function expectPrivate(folder: string): Promise<void> {
  const names = await readdir(folder, { recursive: true });
  const modes = await Promise.all(
    ['', ...names].map(async (name) => (await stat(path.join(folder, name))).mode & 0o077),
  );
  expect(names.length).toBeGreaterThan(20);
  expect(new Set(modes)).toEqual(new Set([0]));
}

test('an empty data directory gets demo data; later starts, also after a kill, continue its views, are ready soon and need less than 1 GB', async () => {
  const views = () => readdir(path.join(directory.path, 'views')).catch(() => []);
  const settings = { VOLANT_DEMO: 'on', VOLANT_LOG_LEVEL: 'warn' };
  const seen = async ({ origin }: Product) => {
    const token = await logIn(origin, { email: 'superadmin@example.com', password: 'volant-demo' });
    // Without the figures, because demo events are still being counted.
    const ask = async (path: string) =>
      JSON.parse(JSON.stringify((await call(origin, 'GET', path, undefined, { token })).body), (key, value) =>
        key === '_count' ? undefined : value,
      );
    return {
      pages: await ask('/api/admin/pages?limit=100'),
      users: await ask('/api/admin/users?limit=100'),
      inbox: await ask('/api/support/inbox?limit=100'),
      shown: await ask('/api/public/pages/demo-berline'),
    };
  };

  let product = await startProduct(directory.path, settings);
  const { origin } = product;
  const token = await logIn(origin, { email: 'berline@example.com', password: 'volant-demo' });
  const { body } = await call(origin, 'GET', '/api/pages/mine', undefined, { token });
  expect(body.pages).toHaveLength(1);
  await eventually(
    () => readReport(origin, token, 'demo-berline'),
    ({ chartData }) => chartData?.length === 30 && chartData.slice(1).every((day: { views: number }) => day.views > 0),
  );
  const made = await seen(product);
  expect(await product.stop()).toBe(0);
  expect(await views()).toEqual(['analytics', 'gateway', 'identity', 'pages', 'support']);

  product = await startProduct(directory.path, settings, ['--pending-deprecation']);
  // Of the 2 s that it usually takes; a busy machine may take many times as long, but writing the demo again longer
  // still.
  expect(product.output().join('\n')).not.toContain('Demo accounts');
  // Newer versions of Node warn of built-in modules such as punycode in the first lines of every start.
  expect(product.output().join('\n')).not.toContain('module is deprecated');
  if (process.platform === 'linux') {
    expect(processorSecondsOf(product.pid)).toBeLessThanOrEqual(15);
    expect(residentMiB(product.pid)).toBeLessThanOrEqual(1_000);
  }
  expect(await seen(product)).toEqual(made);
  // Later changes are in the views, also at the start after a kill.
  const { id } = await signUp(product.origin);
  const after = await seen(product);
  expect(after.users.users.map((user: { id: string }) => user.id)).toContain(id);
  await product.kill();
  expect(await views()).toEqual(['analytics', 'gateway', 'identity', 'pages', 'support']);

  product = await startProduct(directory.path, settings);
  expect(await seen(product)).toEqual(after);
  expect(product.output().join('\n')).not.toContain('views');
  await product.stop();

  const { code, stdout } = await expectEnd(directory.path, {}, ['rebuild', 'pages']);
  expect([code, stdout]).toEqual([0, expect.stringContaining('the next start makes all views anew')]);
  expect(await views()).toEqual([]);
});

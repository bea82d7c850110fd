import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { runCommand, startProduct } from '../testing/commands.ts';
import { freePort } from '../testing/free-port.ts';

const LOGIN = { email: 'anna@example.com', password: 'a long enough password' };

async function call(origin: string, place: string, body?: object, token?: string) {
  const answer = await fetch(`${origin}${place}`, {
    ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
    headers: {
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
    },
  });
  return { status: answer.status, body: await answer.json() };
}

test('a product is backed up while it is used, and continues elsewhere with what was acknowledged before', async () => {
  const directory = await mkdtemp(path.join(tmpdir(), 'volant-backup-'));
  onTestFinished(() => rm(directory, { recursive: true }));
  const at = (name: string) => path.join(directory, name);
  const settings = (name: string) => ({ VOLANT_DATA_DIR: at(name), VOLANT_DEMO: 'off' });
  const scheduled = { VOLANT_BACKUP_DIR: at('scheduled'), VOLANT_EVENTS_PER_MINUTE: '100000' };
  const product = await startProduct({ ...settings('source'), ...scheduled });
  const { origin } = product;
  const { token } = (await call(origin, '/api/auth/signup', { ...LOGIN, username: 'anna' })).body;
  const makePage = async (number: number) =>
    (await call(origin, '/api/pages', { displayName: `Page ${number}`, blocksJson: { name: 'Anna' } }, token)).body.page
      .id;
  const pages: string[] = [await makePage(0)];
  const view = async () => (await call(origin, '/api/public/events', { pageId: pages[0], type: 'VIEW' })).status;
  expect([await view(), await view()]).toEqual([202, 202]);

  const backup = runCommand('export', ['--while-running', at('backup.tar.gz')], settings('source'));
  let isMade = false;
  backup.finally(() => {
    isMade = true;
  });
  const during: number[] = [];
  while (!isMade) during.push(await view());
  const { code, stderr, stdout } = await backup;
  expect([code, stderr]).toEqual([0, '']);
  expect(stdout).toMatch(/^commits of pages +([\d,]+) +\1$/m);
  expect(new Set(during)).toEqual(new Set([202]));
  pages.push(await makePage(1));
  await expect.poll(() => readdir(at('scheduled'))).toEqual([expect.stringMatching(/^volant-.*\.tar\.gz$/)]);
  const figures = async (where: string, seen: string) =>
    (await call(where, `/api/pages/${pages[0]}/analytics`, undefined, seen)).body.summary?.views;
  await expect.poll(() => figures(origin, token)).toBe(2 + during.length);
  expect(await product.stop()).toBe(0);

  const whole = await readFile(at('backup.tar.gz'));
  await writeFile(at('cut.tar.gz'), whole.subarray(0, whole.length / 2));
  const refused = await runCommand('import', [at('cut.tar.gz')], settings('target'));
  expect(refused).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^\S+cut\.tar\.gz.* is no whole archive: .*\n$/),
  });
  expect((await readdir(directory)).sort()).toEqual(['backup.tar.gz', 'cut.tar.gz', 'scheduled', 'source']);

  expect(await runCommand('import', [at('backup.tar.gz')], settings('target'))).toMatchObject({ code: 0, stderr: '' });
  const restored = await startProduct(settings('target'));
  const { body } = await call(restored.origin, '/api/auth/login', LOGIN);
  const mine = await call(restored.origin, '/api/pages/mine', undefined, body.token);
  expect(mine.body.pages.map(({ id }: { id: string }) => id)).toEqual([pages[0]]);
  await expect.poll(() => figures(restored.origin, body.token)).toBeGreaterThanOrEqual(2);
  await restored.stop();

  const files = await readdir(at('source'), { recursive: true });
  // Merged parts stay beside their result for some minutes.
  const parts = files.filter((name) => /data\/volant\/activities_by_day\/.*\/data\.bin$/.test(name));
  const segment = files.find((name) => /pages\.activity\.v1\/\d+\.log$/.test(name)) ?? '';
  for (const name of [...parts, segment]) await changeByte(path.join(at('source'), name));
  const operations = await freePort();
  const damaged = await startProduct({ ...settings('source'), VOLANT_OPERATIONS_PORT: String(operations) });
  const warnings = async () => (await fetch(`http://127.0.0.1:${operations}/ready`)).json();
  const named = [
    expect.stringContaining(`${path.basename(segment)}.damaged is damaged`),
    expect.stringMatching(/^the part \S+ of \S+ in ClickHouse is damaged/),
  ];
  await expect.poll(async () => (await warnings()).warnings).toEqual(expect.arrayContaining(named));
  const failed = await runCommand('export', ['--while-running', at('failed.tar.gz')], settings('source'));
  expect(failed).toMatchObject({ code: 1, stderr: expect.stringMatching(/damaged|[Cc]hecksum|[Cc]orrupted/) });
  await damaged.stop();
  await cp(at('source'), at('lost'), { recursive: true, verbatimSymlinks: true });
  await changeText(path.join(at('lost'), 'volant.db'), 'Page 0');
  const sentence = /\/volant\.db is damaged \(.*\)\. Restore a backup .*"npm run import -- <backup>"\.\n$/;
  for (const [name, code] of [
    ['main', 78],
    ['export', 1],
  ] as const) {
    const refused = await runCommand(name, name === 'export' ? [at('failed')] : [], { ...settings('lost'), PORT: '0' });
    expect(refused).toMatchObject({ code, stderr: expect.stringMatching(sentence) });
  }
  await changeByte(path.join(at('source'), 'signing-key.json'));
  expect(await runCommand('main', [], { ...settings('source'), PORT: '0' })).toMatchObject({
    code: 78,
    stderr: expect.stringMatching(/^The signing key \S+signing-key\.json is damaged: .*\n$/m),
  });
  expect((await readdir(directory)).filter((name) => name.startsWith('failed'))).toEqual([]);
});

async function changeText(file: string, text: string): Promise<void> {
  const bytes = await readFile(file);
  for (let at = bytes.indexOf(text); at >= 0; at = bytes.indexOf(text, at + 1)) bytes.writeUInt8(0x51, at);
  await writeFile(file, bytes);
}

async function changeByte(file: string): Promise<void> {
  const bytes = await readFile(file);
  const middle = bytes.length >> 1;
  bytes.writeUInt8(bytes.readUInt8(middle) ^ 1, middle);
  await writeFile(file, bytes);
}

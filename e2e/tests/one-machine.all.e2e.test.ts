import { cp, readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { freePort } from '../../scripts/servers/ports.ts';
import { call, createPage, logIn, signUp } from '../src/api.ts';
import { type Machine, openMachine, stepsOfGuide } from '../src/one-machine.ts';

const OPERATOR = { email: 'you@volant.example', password: 'a password that is typed' };
const machines: Machine[] = [];
afterEach(async () => {
  for (const machine of machines.splice(0)) await machine.remove();
});

const steps = await stepsOfGuide();
/** Blocks that no test has run. */
const left = new Set([...steps.values()].flat());

async function take(machine: Machine, step: number, { block = 0, typed = '', given = (line: string) => line } = {}) {
  const commands = steps.get(step)?.[block] ?? '';
  left.delete(commands);
  return machine.run(given(commands), typed);
}

/** Installed and set, but not started. */
async function installed(): Promise<Machine> {
  const machine = await openMachine();
  machines.push(machine);
  await take(machine, 1);
  await take(machine, 2, { typed: `${OPERATOR.password}\na password of the mail server\n` });
  // A mail server that is away does not keep the product from starting.
  await machine.change({ VOLANT_SMTP_URL: `smtp://127.0.0.1:${await freePort()}` });
  return machine;
}

async function pagesOf(machine: Machine, token: string): Promise<readonly string[]> {
  const { body } = await call(machine.origin, 'GET', '/api/pages/mine', undefined, { token });
  return body.pages.map(({ id }: { id: string }) => id);
}

test('the commands of the guide install, back up, move and upgrade the product, as they are written', async () => {
  const first = await installed();
  expect(JSON.parse(await take(first, 3))).toMatchObject({ missing: ['SMTP'] });
  await logIn(first.origin, OPERATOR);
  const driver = await signUp(first.origin);
  const page = await createPage(first.origin, driver.token);
  await take(first, 4);
  const site = await readFile(path.join(first.folder, 'etc/nginx/sites-enabled/volant'), 'utf8');
  expect(site).toContain('proxy_pass http://volant;');
  expect(await take(first, 5)).toMatch(/^commits of pages +1 +1$/m);

  const second = await installed();
  const storage = path.join(first.folder, 'var/lib/volant');
  await cp(path.join(storage, 'data/signing-key.json'), path.join(second.folder, 'opt/signing-key.json'));
  await cp(path.join(storage, 'backups/by-hand.tar.gz'), path.join(second.folder, 'opt/backup.tar.gz'));
  const restored = await take(second, 6, { given: (lines) => lines.replaceAll('/path/of/the/', '/opt/') });
  expect(restored).toMatch(/^commits of pages +1 +1$/m);
  await take(second, 3);
  expect(await pagesOf(second, driver.token)).toEqual([page]);

  // Stands for the version that runs.
  await second.run('touch /opt/volant/the-first-one');
  await take(second, 7);
  const [, , ...built] = (await readFile(path.join(second.folder, 'npm.log'), 'utf8')).trim().split('\n');
  expect(built).toEqual(['volant-next ci running', 'volant-next run build running']);
  await second.run('test -e /opt/volant-former/the-first-one && test ! -e /opt/volant/the-first-one');
  expect(await pagesOf(second, driver.token)).toEqual([page]);
  await take(second, 7, { block: 1 });
  await second.run('test -e /opt/volant/the-first-one');
  expect(await pagesOf(second, driver.token)).toEqual([page]);
  expect([...left]).toEqual([]);
});

test('an upgrade that cannot be built leaves the running version in its place', async () => {
  const machine = await installed();
  await take(machine, 3);
  await machine.run('ln -sf /bin/false "$MACHINE/bin/npm"');
  await take(machine, 7);
  expect((await call(machine.origin, 'GET', '/api/public/pages/nothing-here')).status).toBe(404);
  await machine.run('test -d /opt/volant && test ! -e /opt/volant-former');
});

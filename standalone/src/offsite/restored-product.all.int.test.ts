import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { runCommand, startProduct } from '../testing/commands.ts';
import { freePort } from '../testing/free-port.ts';
import { expectAnswers, readSettled, signInAll } from '../testing/what-it-answers.ts';

test('any moment of a product is restored elsewhere: pages, pictures, figures and erasures, and sessions', async () => {
  const directory = await mkdtemp(path.join(tmpdir(), 'volant-offsite-'));
  onTestFinished(() => rm(directory, { recursive: true, force: true }));
  const at = (name: string) => path.join(directory, name);
  await writeFile(at('passphrase'), 'a passphrase of the tests');
  const place = `file://${at('elsewhere')}`;
  const operations = await freePort();
  const settings = (name: string) => ({
    VOLANT_DATA_DIR: at(name),
    VOLANT_DEMO: 'on',
    VOLANT_OFFSITE_PASSPHRASE_FILE: at('passphrase'),
  });
  const product = await startProduct({
    ...settings('source'),
    VOLANT_OFFSITE_URL: place,
    VOLANT_OPERATIONS_PORT: String(operations),
  });
  const shipped = async () => {
    const metrics = await (await fetch(`http://127.0.0.1:${operations}/metrics`)).text();
    return Number(/^offsite_shipped_timestamp_seconds\S* (\S+)$/m.exec(metrics)?.[1]) * 1000;
  };
  const isShipped = async () => {
    const now = Date.now();
    await expect.poll(shipped).toBeGreaterThan(now);
    return new Date(now);
  };
  await expect.poll(() => stat(at('source/offsite-drill.json')).catch(() => undefined)).toBeDefined();
  const { origin } = product;
  const tokens = await signInAll(origin);
  const headers = { Authorization: `Bearer ${tokens['superadmin@example.com']}` };
  const erased = await fetch(`${origin}/api/admin/pages/demo-libre-2`, { method: 'DELETE', headers });
  expect(erased.status).toBe(200);
  const before = await readSettled(origin, tokens);
  const moment = await isShipped();
  const later = await fetch(`${origin}/api/admin/pages/demo-libre-1`, { method: 'DELETE', headers });
  expect(later.status).toBe(200);
  const after = await readSettled(origin, tokens);
  await isShipped();
  expect(await product.stop()).toBe(0);

  for (const [name, answers, args] of [
    ['last', after, []],
    ['earlier', before, ['--at', moment.toISOString()]],
  ] as const) {
    const restored = await runCommand('import', ['--from', place, ...args], settings(name));
    expect(restored).toMatchObject({ code: 0, stderr: '' });
    expect(restored.stdout).toMatch(/^commits of pages +([\d,]+) +\1$/m);
    expect(restored.stdout).toMatch(/^pictures +3 +3$/m);
    expect(restored.stdout).toMatch(/^This is the product of \S+\. Edits and scans .* are missing\.$/m);
    const there = await startProduct(settings(name));
    try {
      await expectAnswers(there.origin, tokens, answers);
    } finally {
      await there.stop();
    }
  }
});

import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { engineWarning } from './locked-engine.ts';

const lock = await readFile(new URL('../../package-lock.json', import.meta.url), 'utf8');

test('the engine used by these tests is locked, and gives no warning', () => {
  expect(engineWarning(lock, { platform: 'linux', arch: 'x64' })).toBeUndefined();
});

test.each([
  ['darwin', 'arm64'],
  ['darwin', 'x64'],
  ['linux', 'arm64'],
  ['win32', 'x64'],
])('an engine without a hash gives a warning in one line: %s-%s', (platform, arch) => {
  const { packages } = JSON.parse(lock) as { packages: Record<string, { integrity?: string }> };
  for (const [name, entry] of Object.entries(packages)) {
    if (name.startsWith(`node_modules/@chdb/lib-${platform}`)) delete entry.integrity;
  }
  const without = JSON.stringify({ packages });
  expect(engineWarning(without, { platform, arch })).toBe(
    `The database engine for ${platform}-${arch} is not locked by a hash: it is what the registry gave at the installation.`,
  );
});

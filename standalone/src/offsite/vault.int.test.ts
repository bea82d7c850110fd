import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openFileObjects } from '@volant/infra/objects/file-objects';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openVault } from './vault.ts';

const PASSPHRASE = 'correct horse battery staple';

let directory: string;
beforeEach(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'volant-vault-'));
});
afterEach(() => rm(directory, { recursive: true }));

const vaultOf = async (passphrase = PASSPHRASE, create = true) =>
  openVault(await openFileObjects({ path: directory }), passphrase, create);

it('reads what another process wrote with the same passphrase, and stores no plain text', async () => {
  const content = Buffer.from('Pierre Martin, 06 12 34 56 78\n'.repeat(1_000));
  await (await vaultOf()).put('bases/one.bin', content);
  expect(await (await vaultOf(PASSPHRASE, false)).get('bases/one.bin')).toEqual(content);
  const stored = await readFile(path.join(directory, 'bases/one.bin'));
  expect(stored.includes('Martin')).toBe(false);
  expect(stored.length).toBeLessThan(1_000);
});

it('refuses another passphrase, and a place without backups', async () => {
  await expect(vaultOf(PASSPHRASE, false)).rejects.toThrow('There are no backups of Volant: key.json is missing.');
  await vaultOf();
  await expect(vaultOf('another passphrase of that length')).rejects.toThrow(/^VOLANT_OFFSITE_PASSPHRASE: .*another/);
});

it('refuses a changed object, one under the key of another, and names a missing one', async () => {
  const vault = await vaultOf();
  await vault.put('a.bin', Buffer.from('first'));
  await vault.put('b.bin', Buffer.from('second'));
  const file = path.join(directory, 'a.bin');
  const stored = await readFile(file);
  const changed = Buffer.from(stored);
  changed[stored.length - 20] = (changed[stored.length - 20] ?? 0) ^ 1;
  await writeFile(file, changed);
  await expect(vault.get('a.bin')).rejects.toThrow('The object a.bin of the backup is damaged');
  await writeFile(path.join(directory, 'b.bin'), stored);
  await expect(vault.get('b.bin')).rejects.toThrow('The object b.bin of the backup is damaged');
  await expect(vault.get('c.bin')).rejects.toThrow('The object c.bin of the backup is missing.');
});

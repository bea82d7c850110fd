import { mkdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { CACHE, needProgram, run } from './tools.ts';

/** Unpacks packages of Debian into a folder of the cache, which it replaces; installs nothing. */
export async function unpackPackages(folder: string, packages: readonly string[]): Promise<void> {
  await needProgram('apt-get', `Unpacking ${packages.join(' ')}`, 'install them by other means');
  const unpacked = path.join(CACHE, folder);
  const unfinished = `${unpacked}.unfinished`;
  await rm(unfinished, { recursive: true, force: true });
  await mkdir(unfinished, { recursive: true });
  await run('apt-get', ['download', ...packages], { cwd: unfinished });
  await run('sh', ['-c', 'for package in *.deb; do dpkg-deb -x "$package" .; done; rm *.deb'], { cwd: unfinished });
  await rm(unpacked, { recursive: true, force: true });
  await rename(unfinished, unpacked);
}

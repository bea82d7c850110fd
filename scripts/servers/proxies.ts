/** `npm run proxies` unpacks Debian's nginx and Caddy into the cache, for the test of deploy/; it installs nothing. */
import { mkdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { CACHE, exists, findProgram, needProgram, run } from './tools.ts';

const UNPACKED = path.join(CACHE, 'proxies');
const PLACES = { nginx: 'usr/sbin/nginx', caddy: 'usr/bin/caddy' } as const;

/** The installed or the unpacked program; undefined if there is none. */
export async function proxyProgram(name: keyof typeof PLACES): Promise<string | undefined> {
  const unpacked = path.join(UNPACKED, PLACES[name]);
  return (await findProgram(name)) ?? ((await exists(unpacked)) ? unpacked : undefined);
}

async function prepare(): Promise<void> {
  await needProgram('apt-get', 'Unpacking nginx and Caddy', 'install nginx and caddy by other means');
  const unfinished = `${UNPACKED}.unfinished`;
  await rm(unfinished, { recursive: true, force: true });
  await mkdir(unfinished, { recursive: true });
  await run('apt-get', ['download', ...Object.keys(PLACES)], { cwd: unfinished });
  await run('sh', ['-c', 'for package in *.deb; do dpkg-deb -x "$package" .; done; rm *.deb'], { cwd: unfinished });
  await rm(UNPACKED, { recursive: true, force: true });
  await rename(unfinished, UNPACKED);
}

if (process.argv[1] === import.meta.filename) await prepare();

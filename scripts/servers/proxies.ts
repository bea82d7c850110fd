/** `npm run proxies` unpacks Debian's nginx and Caddy into the cache, for the test of deploy/; it installs nothing. */
import path from 'node:path';
import { unpackPackages } from './packages.ts';
import { CACHE, exists, findProgram } from './tools.ts';

const FOLDER = 'proxies';
const PLACES = { nginx: 'usr/sbin/nginx', caddy: 'usr/bin/caddy' } as const;

/** The installed or the unpacked program; undefined if there is none. */
export async function proxyProgram(name: keyof typeof PLACES): Promise<string | undefined> {
  const unpacked = path.join(CACHE, FOLDER, PLACES[name]);
  return (await findProgram(name)) ?? ((await exists(unpacked)) ? unpacked : undefined);
}

if (process.argv[1] === import.meta.filename) await unpackPackages(FOLDER, Object.keys(PLACES));

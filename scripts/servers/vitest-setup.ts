import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { TestProject } from 'vitest/node';
import { givenAddresses, missingNames } from './given-addresses.ts';
import { type Addresses, SERVER_NAMES } from './server.ts';
import { startServers } from './servers.ts';

interface Shared {
  readonly addresses: Addresses;
  stop(): Promise<void>;
}

/** Two projects of one run share the servers; each loads this file for itself. */
const HELD = globalThis as { volantTestServers?: { users: number; shared: Promise<Shared> } };

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  HELD.volantTestServers ??= { users: 0, shared: openShared() };
  const held = HELD.volantTestServers;
  held.users += 1;
  project.provide('servers', (await held.shared).addresses);
  return async () => {
    held.users -= 1;
    if (held.users > 0) return;
    delete HELD.volantTestServers;
    await (await held.shared).stop();
  };
}

async function openShared(): Promise<Shared> {
  const file = process.env.VOLANT_TEST_SERVERS;
  if (file) {
    console.log(`Servers of the tests: those named in ${file}.`);
    return { addresses: JSON.parse(readFileSync(file, 'utf8')) as Addresses, async stop() {} };
  }
  const given = givenAddresses(process.env);
  const missing = missingNames(SERVER_NAMES, given);
  const known = Object.keys(given);
  if (known.length > 0) console.log(`Servers of the tests: ${known.join(', ')} as the environment says.`);
  if (missing.length === 0) return { addresses: given as Addresses, async stop() {} };

  const dataDirectory = await mkdtemp(path.join(tmpdir(), 'volant-servers-'));
  const started = Date.now();
  try {
    const running = await startServers({ names: missing, dataDirectory, say: console.log });
    const seconds = ((Date.now() - started) / 1_000).toFixed(1);
    console.log(`Servers of the tests: ${missing.join(', ')} as ${running.origin}, after ${seconds} s.`);
    return {
      addresses: { ...given, ...running.addresses } as Addresses,
      async stop() {
        await running.stop();
        await rm(dataDirectory, { recursive: true, force: true });
      },
    };
  } catch (error) {
    await rm(dataDirectory, { recursive: true, force: true });
    throw error;
  }
}

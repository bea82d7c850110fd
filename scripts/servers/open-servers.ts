import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { givenAddresses, missingNames } from './given-addresses.ts';
import { type Addresses, type Say, SERVER_NAMES } from './server.ts';
import { startServers } from './servers.ts';

export interface OpenServers {
  readonly addresses: Addresses;
  /** Process ids of the servers started here, by name; containers have none. */
  readonly pids: Readonly<Record<string, number>>;
  stop(): Promise<void>;
}

/**
 * Uses the servers that the environment names and starts the others. Started servers are removed with their data at the
 * end.
 */
export async function openServers(say: Say): Promise<OpenServers> {
  const file = process.env.VOLANT_TEST_SERVERS;
  if (file) {
    say(`Servers: those named in ${file}.`);
    return { addresses: JSON.parse(readFileSync(file, 'utf8')) as Addresses, pids: {}, async stop() {} };
  }
  const given = givenAddresses(process.env);
  const missing = missingNames(SERVER_NAMES, given);
  const known = Object.keys(given);
  if (known.length > 0) say(`Servers: ${known.join(', ')} as the environment says.`);
  if (missing.length === 0) return { addresses: given as Addresses, pids: {}, async stop() {} };

  const dataDirectory = await mkdtemp(path.join(tmpdir(), 'volant-servers-'));
  const started = Date.now();
  try {
    const running = await startServers({ names: missing, dataDirectory, say });
    const seconds = ((Date.now() - started) / 1_000).toFixed(1);
    say(`Servers: ${missing.join(', ')} as ${running.origin}, after ${seconds} s.`);
    return {
      addresses: { ...given, ...running.addresses } as Addresses,
      pids: Object.fromEntries(
        Object.entries(running.servers).flatMap(([name, { id }]) =>
          /^\d+$/.test(id ?? '') ? [[name, Number(id)] as const] : [],
        ),
      ),
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

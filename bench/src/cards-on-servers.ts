import { execFile } from 'node:child_process';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { call } from '@volant/e2e/api';
import { type Processes, serverSettings, startProcesses } from '@volant/e2e/processes';
import { openServers } from '../../scripts/servers/open-servers.ts';
import { cardId, type ManyCards } from './write-cards.ts';

const PUBLISHER = fileURLToPath(new URL('../../standalone/src/testing/publish-many-cards.ts', import.meta.url));
/** MongoDB's stand-in takes each page of the gateway's view by itself. */
const FIRST_START_MS = 20 * 60_000;

/** Starts every service on real servers, with the public pages of written cards published to Kafka; ends all of it afterwards. */
export async function withCardsOnServers<T>(
  { data, count, directory }: ManyCards,
  use: (product: Processes, firstStartSeconds: number) => Promise<T>,
): Promise<T> {
  const servers = await openServers(console.log);
  try {
    const settings = { ...serverSettings(servers.addresses), NODE_ENV: 'production' };
    await promisify(execFile)(process.execPath, ['--import', 'tsx', PUBLISHER, data], {
      env: { ...process.env, ...settings, VOLANT_DATA_DIR: path.join(directory, 'none') },
    });
    const startedAt = performance.now();
    const product = await startProcesses(servers.addresses, settings, undefined, FIRST_START_MS);
    const seconds = (performance.now() - startedAt) / 1000;
    try {
      await expectPage(product, count);
      return await use(product, seconds);
    } finally {
      await product.stop();
    }
  } finally {
    await servers.stop();
  }
}

async function expectPage({ origin }: Processes, count: number): Promise<void> {
  const last = `/api/public/pages/${cardId(count - 1)}`;
  const { status } = await call(origin, 'GET', last);
  if (status !== 200) throw new Error(`${last} was answered ${status}`);
}

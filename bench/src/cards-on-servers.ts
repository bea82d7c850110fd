import { execFile } from 'node:child_process';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { call } from '@volant/e2e/api';
import { type Processes, serverSettings, startProcesses } from '@volant/e2e/processes';
import { openServers } from '../../scripts/servers/open-servers.ts';

const PUBLISHER = fileURLToPath(new URL('../../standalone/src/testing/publish-many-cards.ts', import.meta.url));
/** MongoDB's stand-in takes each page of the gateway's view by itself. */
const FIRST_START_MS = 20 * 60_000;

/** What to fill them from, and where to put what is needed while they run. */
export interface CardsOnServers {
  /** The data directory whose pages are published to Kafka, as their service would. */
  readonly data: string;
  readonly count: number;
  readonly directory: string;
}

/** Starts every service on real servers, with the public pages of a data directory; ends all of it afterwards. */
export async function withCardsOnServers<T>(
  { data, count, directory }: CardsOnServers,
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

/** Public id of a card that was written, by its number. */
export function cardId(number: number): string {
  return `c${number.toString(36).padStart(7, '0')}`;
}

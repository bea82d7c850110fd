import { execFile } from 'node:child_process';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { eventually } from '@volant/e2e/api';
import { type Processes, serverSettings, startProcesses } from '@volant/e2e/processes';
import { openServers } from '../../scripts/servers/open-servers.ts';
import { cardId, type ManyCards } from './write-cards.ts';

/** The commands with which an operator moves a data directory to real servers. */
const COMMANDS = fileURLToPath(new URL('../../standalone/dist', import.meta.url));
/** MongoDB's stand-in needs at least half a millisecond per document of a view. */
const FIRST_START_MS = 20 * 60_000;

/**
 * Starts every service on real servers filled from a data directory (cards, accounts and messages), and ends everything
 * afterwards. The embedded product has to have run on the directory and ended.
 */
export async function withCardsOnServers<T>(
  { data, count, directory }: ManyCards,
  use: (product: Processes, firstStartSeconds: number) => Promise<T>,
): Promise<T> {
  const servers = await openServers(console.log);
  try {
    const settings = { ...serverSettings(servers.addresses), NODE_ENV: 'production' };
    const place = path.join(directory, 'export');
    await run('export', place, { VOLANT_DATA_DIR: data });
    await run('import', place, settings);
    const startedAt = performance.now();
    const product = await startProcesses(servers.addresses, settings, undefined, FIRST_START_MS);
    try {
      await allIsKnown(product, count);
      return await use(product, (performance.now() - startedAt) / 1000);
    } finally {
      await product.stop();
    }
  } finally {
    await servers.stop();
  }
}

async function run(command: string, place: string, settings: Readonly<Record<string, string>>): Promise<void> {
  const environment = { PATH: process.env.PATH, ...settings };
  await promisify(execFile)(process.execPath, [path.join(COMMANDS, `${command}.js`), place], { env: environment });
}

/** Waits until every view of every process is complete: the last page is published last. */
async function allIsKnown({ origin, running }: Processes, count: number): Promise<void> {
  const last = `/api/public/pages/${cardId(count - 1)}`;
  await eventually(
    () => fetch(origin + last),
    ({ status }) => status === 200,
    FIRST_START_MS,
  );
  await eventually(
    () => Promise.all(Object.values(running).map(async (each) => (await fetch(`${each.operations()}/metrics`)).text())),
    (all) => !all.some((metrics) => /^view_behind_\w+\{.*\} [1-9]/m.test(metrics)),
    FIRST_START_MS,
  );
}

/** `npm run demo -- remove`: removes all demo data from a data directory, and leaves the rest. */

import { EMPTY_SITE } from '@volant/gateway/static/operator-site';
import { createAdapters } from '@volant/infra/adapters/adapters';
import { commitsAfter } from '@volant/infra/event-store/commits-after';
import { forgetRecords } from '@volant/infra/message-log/embedded/forget';
import { ACTIVITY_TOPIC } from '@volant/infra/message-log/topics';
import { createLogger, type Logger } from '@volant/infra/process/observability/log';
import { createMetrics } from '@volant/infra/process/observability/metrics';
import { OperatorError } from '@volant/infra/process/settings/server-errors';
import { v7 as newId } from 'uuid';
import { createVolant } from './app.ts';
import { runCommand } from './command.ts';
import { type DataDirectory, openDataDirectory } from './data-directory.ts';
import { demoAccountsIn, holdsDemoData, writeMark } from './demo/mark.ts';
import { removeDemo } from './demo/remove.ts';
import { isUnfinished, removeUnfinished } from './demo/unfinished.ts';
import { type StandaloneSettings, settingsOfProcess } from './environment.ts';
import { OWNERS } from './transfer/places.ts';

const USAGE = 'Usage: npm run demo -- remove';
const NEVER = new AbortController().signal;

async function main(): Promise<boolean> {
  if (process.argv.slice(2).join(' ') !== 'remove') throw new OperatorError(USAGE);
  const settings = settingsOfProcess();
  if (Object.values(settings.servers).some((server) => server !== undefined)) {
    throw new OperatorError('Demo data is in data directories alone: leave out the addresses of real servers.');
  }
  const log = createLogger({ name: 'volant', level: 'warn' });
  const data = await openDataDirectory(settings.dataDir, settings);
  if (isUnfinished(data)) await removeUnfinished(data);
  else await remove(data, settings, log);
  await data.release();
  console.log('The demo data is gone. "npm run superadmin -- <email>" makes an administrator where there is none.');
  return true;
}

async function remove(data: DataDirectory, settings: StandaloneSettings, log: Logger): Promise<void> {
  const adaptersOf = () => createAdapters({ servers: settings.servers, below: data.below, log, signal: NEVER });
  const adapters = adaptersOf();
  const store = await adapters.eventStore('identity');
  if (!(await holdsDemoData(data, async () => store)))
    throw new OperatorError(`There is no demo data in ${data.path}.`);
  const own = {
    site: EMPTY_SITE,
    graphqlAccess: { production: true, listedOperations: [] },
    mailOrigin: () => 'http://localhost',
    mailbox: false,
    onlyThisMachine: 'DEMO_FROM_ELSEWHERE' as const,
  };
  const parts = { adapters, metrics: createMetrics({ name: 'volant' }), log, newId };
  const volant = await createVolant(data, { ...settings, ...own }, parts);
  await volant.start();
  const accounts = await demoAccountsIn(commitsAfter(store, 0));
  const pages = await removeDemo(volant, accounts, await adapters.analyticsDatabase());
  await volant.stop();
  await adapters.close();

  const again = adaptersOf();
  for (const owner of OWNERS) await again.eventStore(owner);
  await again.close();
  await forgetRecords({ path: data.below('log'), topic: ACTIVITY_TOPIC.name }, new Set(pages));
  await writeMark(data, false);
}

runCommand(USAGE, main);

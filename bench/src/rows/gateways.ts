import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { call, createPage, eventually, signUp } from '@volant/e2e/api';
import { processorSecondsOf } from '@volant/e2e/process-figures';
import { type Processes, type RunningProcess, startProcesses } from '@volant/e2e/processes';
import { openServers } from '../../../scripts/servers/open-servers.ts';
import type { LoadGenerator } from '../load.ts';
import type { Row } from '../table.ts';
import { byZipf, WARM_UP_MS } from './pages.ts';

export const GATEWAYS = ['one gateway', 'two gateways'];
/** As many as an account can have. */
const PAGES_EACH = 20;
const ACCOUNTS = 300;
const AT_ONCE = 8;
const CONNECTIONS = 32;

/**
 * Public pages on real servers, first asked of one gateway and then of two others at once, each about all pages: what
 * one of them has at hand the other has not.
 */
export async function gatewayRows(
  generator: LoadGenerator,
  directory: string,
  accounts = ACCOUNTS,
): Promise<readonly Row[]> {
  const servers = await openServers(console.log);
  try {
    const product = await startProcesses(servers.addresses, { NODE_ENV: 'production' });
    try {
      return await rowsOf(product, generator, directory, accounts);
    } finally {
      await product.stop();
    }
  } finally {
    await servers.stop();
  }
}

async function rowsOf(
  product: Processes,
  generator: LoadGenerator,
  directory: string,
  accounts: number,
): Promise<readonly Row[]> {
  const ids = await manyPages(product.origin, accounts);
  const zipf = byZipf(ids);

  async function ask(some: readonly RunningProcess[], wanted: readonly string[], seconds: number): Promise<string> {
    const used = () => some.reduce((sum, { pid }) => sum + processorSecondsOf(pid), 0);
    const pathsFile = path.join(directory, 'gateway-paths');
    await writeFile(pathsFile, wanted.map((id) => `/d/${id}\n`).join(''));
    const before = used();
    const connections = CONNECTIONS / some.length;
    const results = await Promise.all(
      some.map((gateway) => generator.run({ url: gateway.origin(), pathsFile, seconds, connections })),
    );
    if (results.some(({ failures }) => failures > 0)) throw new Error('answers failed');
    const perSecond = results.reduce((sum, { requestsPerSecond }) => sum + requestsPerSecond, 0);
    const microseconds = ((used() - before) / (perSecond * seconds)) * 1e6;
    return `${perSecond.toFixed(0)} a second, ${microseconds.toFixed(0)} µs`;
  }

  const rows: Record<'first' | 'one' | 'zipf', Record<string, { readonly text: string }>> = {
    first: {},
    one: {},
    zipf: {},
  };
  for (const [at, column] of GATEWAYS.entries()) {
    const gateways = Array.from({ length: at + 1 }, () => product.start('gateway'));
    await Promise.all(gateways.map(({ ready }) => ready));
    await pause(WARM_UP_MS);
    rows.first[column] = { text: await ask(gateways, ids, 1) };
    rows.one[column] = { text: await ask(gateways, ids.slice(0, 1), 5) };
    await ask(gateways, ids, 5);
    rows.zipf[column] = { text: await ask(gateways, zipf, 10) };
    for (const gateway of gateways) await gateway.stop();
  }
  const name = ids.length.toLocaleString('en');
  return [
    { name: `first answers of ${name} pages; processor of an answer`, goal: '–', figures: rows.first },
    { name: 'one page again and again', goal: '–', figures: rows.one },
    { name: 'the pages by Zipf (s = 1), once each was asked for', goal: '–', figures: rows.zipf },
  ];
}

/** Active pages that differ, once all of them are shown. */
async function manyPages(origin: string, accounts: number): Promise<readonly string[]> {
  const ids: string[] = [];
  let begun = 0;
  async function makeSome(): Promise<void> {
    while (begun < accounts) {
      begun += 1;
      const name = `Chauffeur ${begun}`;
      const { token } = await signUp(origin);
      const some = Array.from({ length: PAGES_EACH }, () => createPage(origin, token, name, ['Plaque', 'Horaires']));
      ids.push(...(await Promise.all(some)));
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, makeSome));
  await eventually(
    () => call(origin, 'GET', `/api/public/pages/${ids.at(-1)}`),
    ({ status }) => status === 200,
  );
  return ids;
}

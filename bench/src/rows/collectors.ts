import { createPage, pageIsKnown, signUp } from '@volant/e2e/api';
import { processorSecondsOf } from '@volant/e2e/process-figures';
import { type Processes, type RunningProcess, startProcesses } from '@volant/e2e/processes';
import { openServers } from '../../../scripts/servers/open-servers.ts';
import type { Load, LoadGenerator } from '../load.ts';
import { quiet } from '../product-set.ts';
import { median } from '../statistics.ts';
import type { Figure, Row } from '../table.ts';

export const COLLECTORS = ['one process', 'two processes'];
const ROUNDS = 3;
const SECONDS = 8;
const CONNECTIONS = 64;
const GOAL = 1.7;

interface Round {
  readonly perSecond: number;
  /** Of the collecting processes only, in seconds per second. */
  readonly cores: number;
  readonly microseconds: number;
}

/**
 * Events, one per request, through processes that only collect, with Kafka and Redis: one process, and two in turn.
 * Load generator and servers share the cores, so the processor time per event shows how two processes would scale on
 * cores of their own.
 */
export async function collectorRows(generator: LoadGenerator): Promise<readonly Row[]> {
  const servers = await openServers(console.log);
  try {
    const product = await startProcesses(servers.addresses, { NODE_ENV: 'production', ROLES: 'reports' });
    try {
      return await rowsOf(product, generator);
    } finally {
      await product.stop();
    }
  } finally {
    await servers.stop();
  }
}

async function rowsOf(product: Processes, generator: LoadGenerator): Promise<readonly Row[]> {
  const collectors = COLLECTORS.map(() => product.start('analytics', { ROLES: 'collect' }));
  await Promise.all(collectors.map(({ ready }) => ready));
  const { token } = await signUp(product.origin);
  const pageId = await createPage(product.origin, token);
  for (const collector of collectors) await pageIsKnown(collector.origin(), pageId);

  const loadOf = (collector: RunningProcess): Load => ({
    url: `${collector.origin()}/api/public/events`,
    pageId,
    eventsPerRequest: 1,
    seconds: SECONDS,
    connections: CONNECTIONS,
  });
  const round = async (some: readonly RunningProcess[]): Promise<Round> => {
    await quiet([{ product: Object.fromEntries(some.map(({ pid }) => [`${pid}`, pid])), servers: {} }]);
    const used = () => some.reduce((sum, { pid }) => sum + processorSecondsOf(pid), 0);
    const before = used();
    const results = await Promise.all(some.map((collector) => generator.run(loadOf(collector))));
    const cores = (used() - before) / SECONDS;
    if (results.some(({ failures }) => failures > 0)) throw new Error('events failed');
    const perSecond = results.reduce((sum, { requestsPerSecond }) => sum + requestsPerSecond, 0);
    return { perSecond, cores, microseconds: (cores / perSecond) * 1e6 };
  };

  // New code is slow until V8 has compiled the hot functions.
  await round(collectors);
  const rounds: Round[][] = COLLECTORS.map(() => []);
  for (let times = 0; times < ROUNDS; times += 1) {
    for (const [at, of] of rounds.entries()) of.push(await round(collectors.slice(0, at + 1)));
  }
  const [one = [], two = []] = rounds;
  const of = (some: readonly Round[], what: keyof Round) => median(some.map((each) => each[what]));
  const dearer = of(two, 'microseconds') / of(one, 'microseconds');
  const figures = (text: (some: readonly Round[]) => string): Record<string, Figure> =>
    Object.fromEntries(COLLECTORS.map((name, at) => [name, { text: text(rounds[at] ?? []) }]));
  return [
    {
      name: 'events a second, one a request, beside generator, Kafka and Redis; cores they took',
      goal: '–',
      figures: figures((some) => `${of(some, 'perSecond').toFixed(0)}; ${of(some, 'cores').toFixed(2)}`),
    },
    {
      name: 'processor of an event; so many times the events with a core for each process',
      goal: `≥ ${GOAL} ×`,
      figures: {
        ...figures((some) => `${of(some, 'microseconds').toFixed(0)} µs`),
        [COLLECTORS[1] ?? '']: {
          text: `${of(two, 'microseconds').toFixed(0)} µs; ${(2 / dearer).toFixed(2)} ×`,
          met: 2 / dearer >= GOAL,
        },
      },
    },
  ];
}

import { createPage, pageIsKnown, readReport, signUp } from '@volant/e2e/api';
import { processorSecondsOf, residentMiB } from '@volant/e2e/process-figures';
import { type Processes, startProcesses } from '@volant/e2e/processes';
import { type RunningServer, SERVER_NAMES } from '../../../scripts/servers/server.ts';
import { startServers } from '../../../scripts/servers/servers.ts';
import { loadGenerator } from '../load.ts';
import { quiet } from '../product-set.ts';
import { steadyLoad } from '../steady-load.ts';
import { type Figures, type MeasuredLoad, STAGES, type Stage } from './figures.ts';

/** Events per second. Two loads as fast as the machine allows follow: with one event per request, and with many. */
const STEADY = [500, 2000];
const PACKED = 20;
const CONNECTIONS = 128;
const SECONDS = 20;
/** New code is slow until V8 has compiled the hot functions. */
const WARM_UP_SECONDS = 15;
const COUNTED_WITHIN_MS = 120_000;
const ASKED_AGAIN_MS = 3000;

type Measured = Pick<Figures, 'loads' | 'memoryMiB'> & {
  readonly bytes: Pick<Figures['bytes'], 'pageSent'>;
};

/**
 * Sends events to a collecting process, beside one that ingests and one that reports, on its own real servers, and
 * measures the cost of an event in each of them.
 */
export async function measureStages(directory: string, say: (line: string) => void): Promise<Measured> {
  const servers = await startServers({ names: SERVER_NAMES, dataDirectory: directory, say });
  try {
    const product = await startProcesses(servers.addresses, { NODE_ENV: 'production', ROLES: 'reports' });
    try {
      return await measure(product, servers.servers, directory, say);
    } finally {
      await product.stop();
    }
  } finally {
    await servers.stop();
  }
}

async function measure(
  product: Processes,
  servers: Readonly<Record<'redis' | 'kafka' | 'clickhouse', RunningServer>>,
  directory: string,
  say: (line: string) => void,
): Promise<Measured> {
  const collect = product.start('analytics', { ROLES: 'collect' });
  const ingest = product.start('analytics', { ROLES: 'ingest' });
  await Promise.all([collect.ready, ingest.ready]);
  const pids: Record<Stage, number> = {
    collect: collect.pid,
    ingest: ingest.pid,
    redis: Number(servers.redis.id),
    kafka: Number(servers.kafka.id),
    clickhouse: Number(servers.clickhouse.id),
  };
  const { token } = await signUp(product.origin);
  const pageId = await createPage(product.origin, token, 'Taxi');
  await pageIsKnown(collect.origin(), pageId);

  /** @returns events sent */
  const steady = async (perSecond: number, seconds: number) => {
    const load = steadyLoad(collect.origin(), pageId, perSecond);
    await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
    const { sent, failed } = load.counts();
    load.stop();
    if (failed > 0) throw new Error(`${failed} of ${sent} events failed at ${perSecond} a second`);
    return sent;
  };
  const generator = loadGenerator(directory);
  const asManyAsItTakes = async (eventsPerRequest: number) => {
    const url = `${collect.origin()}/api/public/events`;
    const load = { url, pageId, eventsPerRequest, seconds: SECONDS, connections: CONNECTIONS };
    const { requestsPerSecond, failures } = await generator.run(load);
    if (failures > 0) throw new Error(`${failures} events failed`);
    return requestsPerSecond * eventsPerRequest * SECONDS;
  };

  const counted = async () => {
    const report: { summary: { views: number } } = await readReport(product.origin, token, pageId);
    return report.summary.views;
  };
  /**
   * The load generator reports a rate, so the number of events is approximate: wait until nearly all are counted and
   * the count stays the same.
   */
  const untilCounted = async (events: number) => {
    const deadline = performance.now() + COUNTED_WITHIN_MS;
    // Poll rarely: a report over so many events has a cost, too.
    for (await untilQuiet(pids); (await counted()) < events * 0.98; await untilQuiet(pids)) {
      if (performance.now() > deadline) throw new Error(`not all of ${events} events were counted in time`);
      await new Promise((resolve) => setTimeout(resolve, ASKED_AGAIN_MS));
    }
  };

  await untilCounted(await steady(Math.max(...STEADY), WARM_UP_SECONDS));
  const loads: MeasuredLoad[] = [];
  const sending = [
    ...STEADY.map((perSecond) => ({ eventsPerRequest: 1, send: () => steady(perSecond, SECONDS) })),
    ...[1, PACKED].map((eventsPerRequest) => ({ eventsPerRequest, send: () => asManyAsItTakes(eventsPerRequest) })),
  ];
  for (const { eventsPerRequest, send } of sending) {
    const countedBefore = await counted();
    const before = STAGES.map((stage) => processorSecondsOf(pids[stage]));
    const sent = await send();
    // Counting that continues after the load is part of its cost.
    await untilCounted(countedBefore + sent);
    const coresOf = (stage: Stage, at: number) =>
      Number(((processorSecondsOf(pids[stage]) - (before[at] ?? 0)) / SECONDS).toFixed(3));
    const cores = Object.fromEntries(STAGES.map((stage, at) => [stage, coresOf(stage, at)])) as Record<Stage, number>;
    loads.push({ eventsPerRequest, eventsPerSecond: Math.round(sent / SECONDS), cores });
    say(
      `${(sent / SECONDS).toFixed(0)} events/s: ${STAGES.map((stage) => `${stage} ${cores[stage].toFixed(3)}`).join(', ')}`,
    );
  }
  return {
    loads,
    memoryMiB: {
      gateway: Math.round(residentMiB(product.running.gateway.pid)),
      collect: Math.round(residentMiB(pids.collect)),
      ingest: Math.round(residentMiB(pids.ingest)),
      reports: Math.round(residentMiB(product.running.analytics.pid)),
    },
    bytes: { pageSent: await bytesSentFor(`${product.origin}/d/${pageId}`) },
  };
}

const untilQuiet = ({ collect, ingest, redis, kafka, clickhouse }: Readonly<Record<Stage, number>>) =>
  quiet([{ product: { collect, ingest }, servers: { redis, kafka, clickhouse } }]);

async function bytesSentFor(url: string): Promise<number> {
  const response = await fetch(url, { headers: { 'accept-encoding': 'gzip, deflate, br, zstd' } });
  const headers = [...response.headers].reduce((sum, [name, value]) => sum + name.length + value.length + 4, 0);
  return headers + Number(response.headers.get('content-length'));
}

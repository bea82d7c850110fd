import { costOf, type Figures, STAGES, type Stage, single } from './figures.ts';
import type { Prices } from './prices.ts';

/** Assumptions beyond the measurements; each can be overridden. */
export interface Assumptions {
  /** Ratio of the busiest hour to the mean of the day. */
  readonly peak: number;
  /** Share of a core that is used at the peak; the rest is reserve. */
  readonly utilisation: number;
  /** Copies in the message log, and in ClickHouse. */
  readonly logCopies: number;
  readonly databaseCopies: number;
  readonly logDays: number;
  readonly months: number;
  /** A view, and sometimes a call or a message. */
  readonly eventsPerScan: number;
  /** Reports opened by drivers per scan. */
  readonly reportsPerScan: number;
  /** Cores and disk of the largest server for a shard or a broker. */
  readonly serverCores: number;
  readonly serverTerabytes: number;
}

export const ASSUMPTIONS: Assumptions = {
  peak: 3,
  utilisation: 0.6,
  logCopies: 3,
  databaseCopies: 2,
  logDays: 7,
  months: 25,
  eventsPerScan: 1.4,
  reportsPerScan: 0.02,
  serverCores: 32,
  serverTerabytes: 10,
};

const DAY_SECONDS = 86_400;
const MONTH_DAYS = 30.4;
const GIB = 2 ** 30;
const TB = 1e12;
/** Common ratio of general-purpose machines in every cloud. */
const GIB_PER_CORE = 4;
const SERVERS = ['redis', 'kafka', 'clickhouse'] as const;
type Server = (typeof SERVERS)[number];

interface PlannedStage {
  readonly name: Stage | 'gateway' | 'reports';
  /** Used at the peak, including copies. */
  readonly cores: number;
  /** Processes of one core each; servers of ClickHouse, Kafka and Redis. */
  readonly count: number;
  readonly memoryGiB: number;
  readonly diskTerabytes: number;
}

export interface Plan {
  readonly scansPerDay: number;
  readonly peakScansPerSecond: number;
  readonly stages: readonly PlannedStage[];
  /** Partitions of the event topic; each ingest process needs at least one. */
  readonly partitions: number;
  /** ClickHouse servers that hold different pages. */
  readonly shards: number;
  readonly sentTerabytesPerMonth: number;
  readonly dollarsPerMonth: Readonly<Record<string, number>>;
}

/** Resources for a number of scans a day, from the measured cost of a scan. */
export function planOf(scansPerDay: number, figures: Figures, prices: Prices, given = ASSUMPTIONS): Plan {
  const peakScansPerSecond = (scansPerDay / DAY_SECONDS) * given.peak;
  const eventsPerMonth = scansPerDay * given.eventsPerScan * MONTH_DAYS;
  const logTerabytes = (scansPerDay * given.eventsPerScan * given.logDays * figures.bytes.logged) / TB;
  const databaseTerabytes = (eventsPerMonth * given.months * (figures.bytes.row + figures.bytes.rollups)) / TB;
  const reportCores = peakScansPerSecond * given.reportsPerScan * figures.reportSeconds.clickhouse;

  const coresOf = (stage: Stage) => costOf(stage, figures.loads).perEvent * given.eventsPerScan * peakScansPerSecond;
  const processes = (name: 'gateway' | 'collect' | 'ingest' | 'reports', cores: number): PlannedStage => {
    // At least two, so that one may fail.
    const count = Math.max(2, Math.ceil(cores / given.utilisation));
    return { name, cores, count, memoryGiB: (count * figures.memoryMiB[name]) / 1024, diskTerabytes: 0 };
  };
  const servers = (name: Server, cores: number, terabytes: number, least: number) => {
    // Redis uses one core.
    const byCores = cores / given.utilisation / (name === 'redis' ? 1 : given.serverCores);
    const count = Math.max(least, Math.ceil(Math.max(byCores, terabytes / given.serverTerabytes)));
    const memoryGiB = Math.max(count * GIB_PER_CORE, (cores / given.utilisation) * GIB_PER_CORE);
    return { name, cores, count, memoryGiB, diskTerabytes: terabytes } as const;
  };

  const ingest = processes('ingest', coresOf('ingest'));
  // Each copy merges the inserts; a report reads one copy.
  const databaseCores = coresOf('clickhouse') * given.databaseCopies + reportCores;
  const clickhouse = servers(
    'clickhouse',
    databaseCores,
    databaseTerabytes * given.databaseCopies,
    given.databaseCopies,
  );
  const stages: readonly PlannedStage[] = [
    processes('gateway', peakScansPerSecond * figures.pageSeconds),
    processes('collect', coresOf('collect')),
    servers('redis', coresOf('redis'), 0, 1),
    servers('kafka', coresOf('kafka') * given.logCopies, logTerabytes * given.logCopies, given.logCopies),
    ingest,
    clickhouse,
    processes('reports', peakScansPerSecond * given.reportsPerScan * figures.reportSeconds.process),
  ];

  const sentTerabytesPerMonth = (scansPerDay * MONTH_DAYS * figures.bytes.pageSent) / TB;
  const cores = stages.reduce(
    (sum, { cores: used, memoryGiB }) => sum + Math.max(used / given.utilisation, memoryGiB / GIB_PER_CORE),
    0,
  );
  const terabytes = stages.reduce((sum, { diskTerabytes }) => sum + diskTerabytes, 0);
  const dollarsPerMonth = Object.fromEntries(
    Object.entries(prices).map(([cloud, price]) => [
      cloud,
      cores * price.coreHour * 24 * MONTH_DAYS +
        ((terabytes * TB) / GIB) * price.diskGibMonth +
        sentTerabytesPerMonth * 1000 * price.sentGb,
    ]),
  );
  return {
    scansPerDay,
    peakScansPerSecond,
    stages,
    partitions: Math.max(6, ingest.count * 2),
    shards: Math.max(1, Math.ceil(clickhouse.count / given.databaseCopies)),
    sentTerabytesPerMonth,
    dollarsPerMonth,
  };
}

export interface Limit {
  readonly what: string;
  readonly scansPerDay: number;
}

/** The load at which adding more instances of a stage no longer helps, lowest first. */
export function limitsOf(figures: Figures, given = ASSUMPTIONS): readonly Limit[] {
  const perDay = (perSecond: number) => (perSecond / given.peak) * DAY_SECONDS;
  const oneServer = given.serverCores * given.utilisation;
  const perScan = (stage: Stage) => costOf(stage, figures.loads).perEvent * given.eventsPerScan;
  const bytesPerScan = given.eventsPerScan * (figures.bytes.row + figures.bytes.rollups);
  const limits: Limit[] = [
    {
      what: 'one Redis server by processor',
      scansPerDay: perDay(given.utilisation / perScan('redis')),
    },
    {
      what: 'one ClickHouse shard by processor',
      scansPerDay: perDay(
        oneServer / (perScan('clickhouse') + given.reportsPerScan * figures.reportSeconds.clickhouse),
      ),
    },
    {
      what: `one ClickHouse shard by disk (${given.serverTerabytes} TB)`,
      scansPerDay: (given.serverTerabytes * TB) / (bytesPerScan * MONTH_DAYS * given.months),
    },
    {
      what: `three brokers by disk (${given.logDays} days)`,
      scansPerDay: (given.serverTerabytes * TB) / (given.eventsPerScan * given.logDays * figures.bytes.logged),
    },
    { what: 'three brokers by processor', scansPerDay: perDay(oneServer / perScan('kafka')) },
  ];
  return limits.sort((a, b) => a.scansPerDay - b.scansPerDay);
}

/** Ratio of the computed cost of each load to its measured cost, all stages together. */
export function checkOf(figures: Figures): readonly { readonly eventsPerSecond: number; readonly ratio: number }[] {
  const costs = STAGES.map((stage) => costOf(stage, figures.loads));
  return single(figures.loads).map(({ eventsPerSecond, cores }) => {
    const computed = costs.reduce((sum, { idle, perEvent }) => sum + idle + perEvent * eventsPerSecond, 0);
    return { eventsPerSecond, ratio: computed / STAGES.reduce((sum, stage) => sum + cores[stage], 0) };
  });
}

export const isServer = (name: string): boolean => SERVERS.some((server) => server === name);

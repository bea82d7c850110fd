import { z } from 'zod';
import measured from './figures.json' with { type: 'json' };

/** What works on an event, in the order in which an event meets it. */
export const STAGES = ['collect', 'redis', 'kafka', 'ingest', 'clickhouse'] as const;
export type Stage = (typeof STAGES)[number];

const cores = z.object(Object.fromEntries(STAGES.map((stage) => [stage, z.number().min(0)]))) as unknown as z.ZodType<
  Readonly<Record<Stage, number>>
>;

/** What one load took, until the last of its events was counted. */
const measuredLoad = z.object({
  eventsPerRequest: z.number().int().positive(),
  eventsPerSecond: z.number().positive(),
  /** Processor seconds for each second of the load. */
  cores,
});

const shape = z.object({
  /** Day, machine and commit they come from. */
  measured: z.string(),
  loads: z.array(measuredLoad).min(2),
  memoryMiB: z.object({ gateway: z.number(), collect: z.number(), ingest: z.number(), reports: z.number() }),
  bytes: z.object({
    /**
     * An event in the message log, one copy: of twenty gathered, each about another page. What `--measure` sends is about
     * one page and becomes less than half of it.
     */
    logged: z.number(),
    /** A counted event in ClickHouse, one copy: its row, and its share of the rollups. */
    row: z.number(),
    rollups: z.number(),
    /** What a phone receives of a page, without what its browser or a CDN keeps. */
    pageSent: z.number(),
  }),
  /** Processor seconds of the gateway for a page, many pages by Zipf's law. */
  pageSeconds: z.number().positive(),
  /** Processor seconds of a page's report. */
  reportSeconds: z.object({ process: z.number().positive(), clickhouse: z.number().positive() }),
});

export type Figures = z.infer<typeof shape>;
export type MeasuredLoad = z.infer<typeof measuredLoad>;

/** As `npm run capacity -- --measure` has found them last; pages as `npm run bench -- pages` has, rows and reports as `-- scale`. */
export const FIGURES: Figures = shape.parse(measured);

/** Processor seconds a second at a load: what a stage takes by itself, and what each event adds. */
export interface Cost {
  readonly idle: number;
  readonly perEvent: number;
}

/** They work on requests; those behind them on whatever has gathered, which only many events at once show the price of. */
const BY_REQUEST: ReadonlySet<Stage> = new Set(['collect', 'redis']);

/** The straight line through the measured loads (least squares); nobody takes less than nothing while no event comes. */
export function costOf(stage: Stage, loads: readonly MeasuredLoad[]): Cost {
  const counting = BY_REQUEST.has(stage) ? single(loads) : loads;
  const points = counting.map(({ eventsPerSecond, cores: used }) => [eventsPerSecond, used[stage]] as const);
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const meanRate = mean(points.map(([rate]) => rate));
  const meanUsed = mean(points.map(([, used]) => used));
  const spread = points.reduce((sum, [rate]) => sum + (rate - meanRate) ** 2, 0);
  const perEvent = points.reduce((sum, [rate, used]) => sum + (rate - meanRate) * (used - meanUsed), 0) / spread;
  const idle = meanUsed - perEvent * meanRate;
  if (idle >= 0) return { idle, perEvent };
  const through = points.reduce((sum, [rate, used]) => sum + rate * used, 0);
  return { idle: 0, perEvent: through / points.reduce((sum, [rate]) => sum + rate ** 2, 0) };
}

/** Loads as phones send them: an event a request. */
export function single(loads: readonly MeasuredLoad[]): readonly MeasuredLoad[] {
  return loads.filter(({ eventsPerRequest }) => eventsPerRequest === 1);
}

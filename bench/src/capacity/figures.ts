import { z } from 'zod';
import measured from './figures.json' with { type: 'json' };

/** Processes and servers that an event passes through, in that order. */
export const STAGES = ['collect', 'redis', 'kafka', 'ingest', 'clickhouse'] as const;
export type Stage = (typeof STAGES)[number];

const cores = z.object(Object.fromEntries(STAGES.map((stage) => [stage, z.number().min(0)]))) as unknown as z.ZodType<
  Readonly<Record<Stage, number>>
>;

/** Measurements of one load, until its last event was counted. */
const measuredLoad = z.object({
  eventsPerRequest: z.number().int().positive(),
  eventsPerSecond: z.number().positive(),
  /** Processor seconds per second of the load. */
  cores,
});

const shape = z.object({
  /** Date, machine and commit. */
  measured: z.string(),
  loads: z.array(measuredLoad).min(2),
  memoryMiB: z.object({ gateway: z.number(), collect: z.number(), ingest: z.number(), reports: z.number() }),
  bytes: z.object({
    /**
     * Bytes of an event in the message log, one copy, in batches of twenty about different pages. The events of
     * `--measure` are about one page and compress to less than half of this.
     */
    logged: z.number(),
    /** Bytes of a counted event in ClickHouse, one copy: its row and its share of the rollups. */
    row: z.number(),
    rollups: z.number(),
    /** Bytes of a page sent to a phone, without those that its browser or a CDN caches. */
    pageSent: z.number(),
  }),
  /** Gateway processor seconds per page, for many pages by Zipf's law. */
  pageSeconds: z.number().positive(),
  /** Processor seconds per page report. */
  reportSeconds: z.object({ process: z.number().positive(), clickhouse: z.number().positive() }),
});

export type Figures = z.infer<typeof shape>;
export type MeasuredLoad = z.infer<typeof measuredLoad>;

/**
 * Last results of `npm run capacity -- --measure`; pages come from `npm run bench -- pages`, rows and reports from `--
 * scale`.
 */
export const FIGURES: Figures = shape.parse(measured);

/** Processor seconds per second: the stage's constant part, and the part of each event. */
export interface Cost {
  readonly idle: number;
  readonly perEvent: number;
}

/**
 * These stages do work per request. The later ones do work per batch, so that only many events at once show their cost.
 */
const BY_REQUEST: ReadonlySet<Stage> = new Set(['collect', 'redis']);

/** Linear fit of the measured loads (least squares); the constant part is never negative. */
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

/** Loads with one event per request, as phones send them. */
export function single(loads: readonly MeasuredLoad[]): readonly MeasuredLoad[] {
  return loads.filter(({ eventsPerRequest }) => eventsPerRequest === 1);
}

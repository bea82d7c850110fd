import { describe, expect, it } from 'vitest';
import { costOf, type Figures, STAGES, type Stage } from './figures.ts';
import { ASSUMPTIONS, checkOf, limitsOf, planOf } from './plan.ts';

/** A millisecond of each stage per event, and a constant tenth of a core. */
const FIGURES: Figures = {
  measured: 'for this test',
  loads: [100, 200, 400].map((eventsPerSecond) => ({
    eventsPerRequest: 1,
    eventsPerSecond,
    cores: Object.fromEntries(STAGES.map((stage) => [stage, 0.1 + eventsPerSecond / 1000])) as Record<Stage, number>,
  })),
  memoryMiB: { gateway: 256, collect: 128, ingest: 128, reports: 128 },
  bytes: { logged: 100, row: 50, rollups: 10, pageSent: 5000 },
  pageSeconds: 0.001,
  reportSeconds: { process: 0.001, clickhouse: 0.02 },
};
const GIVEN = { ...ASSUMPTIONS, eventsPerScan: 1 };
const PRICES = { Cloud: { coreHour: 0.05, diskGibMonth: 0.1, sentGb: 0.1 } };
const plan = (scansPerDay: number) => planOf(scansPerDay, FIGURES, PRICES, GIVEN);
const stageOf = (scansPerDay: number, name: string) => plan(scansPerDay).stages.find((stage) => stage.name === name);

describe('the cost of an event', () => {
  it('is the slope of the measurements, separate from the constant part of a stage', () => {
    const { idle, perEvent } = costOf('collect', FIGURES.loads);
    expect(perEvent).toBeCloseTo(0.001, 6);
    expect(idle).toBeCloseTo(0.1, 6);
    for (const { ratio } of checkOf(FIGURES)) expect(ratio).toBeCloseTo(1, 6);
  });

  it('counts requests in stages that work per request, and uses batched events in the others', () => {
    const cores = { ...FIGURES.loads[0]?.cores, collect: 0.2, kafka: 2.1 } as Record<Stage, number>;
    const loads = [...FIGURES.loads, { eventsPerRequest: 20, eventsPerSecond: 4000, cores }];
    expect(costOf('collect', loads)).toEqual(costOf('collect', FIGURES.loads));
    expect(costOf('kafka', loads).perEvent).toBeLessThan(0.0006);
  });

  it('has no negative constant part', () => {
    const loads = [100, 200].map((eventsPerSecond) => ({
      eventsPerRequest: 1,
      eventsPerSecond,
      cores: { ...FIGURES.loads[0]?.cores, collect: eventsPerSecond / 1000 - 0.05 } as Record<Stage, number>,
    }));
    expect(costOf('collect', loads).idle).toBe(0);
    expect(costOf('collect', loads).perEvent).toBeGreaterThan(0);
  });
});

describe('a plan', () => {
  it('computes processes, copies, disk and partitions for the peak', () => {
    // 10,000 events a second at the peak, a millisecond each: ten cores at 60 % utilisation.
    const scansPerDay = (10_000 / GIVEN.peak) * 86_400;
    expect(stageOf(scansPerDay, 'collect')).toMatchObject({ count: 17 });
    expect(stageOf(scansPerDay, 'collect')?.cores).toBeCloseTo(10, 3);
    expect(stageOf(scansPerDay, 'kafka')?.cores).toBeCloseTo(30, 3);
    // Inserts on two copies, and two hundred reports a second.
    expect(stageOf(scansPerDay, 'clickhouse')?.cores).toBeCloseTo(20 + 4, 3);
    const bytes = scansPerDay * 30.4 * 25 * 60 * 2;
    expect(stageOf(scansPerDay, 'clickhouse')?.diskTerabytes).toBeCloseTo(bytes / 1e12, 6);
    expect(plan(scansPerDay).partitions).toBe(34);
  });

  it('keeps two of each process even if one would do', () => {
    expect(stageOf(1000, 'gateway')).toMatchObject({ count: 2 });
    expect(plan(1000).shards).toBe(1);
  });

  it('adds a second shard above the limit of one', () => {
    const disk =
      limitsOf(FIGURES, GIVEN).find(({ what }) => what.startsWith('one ClickHouse shard by disk'))?.scansPerDay ?? 0;
    expect(plan(disk * 0.99).shards).toBe(1);
    expect(plan(disk * 1.01).shards).toBe(2);
  });

  it('lists the lowest limit first', () => {
    const limits = limitsOf(FIGURES, GIVEN).map(({ scansPerDay }) => scansPerDay);
    expect(limits).toEqual([...limits].sort((a, b) => a - b));
  });

  it('costs ten times as much for ten times the scans', () => {
    const [small, large] = [plan(1e9), plan(1e10)].map(({ dollarsPerMonth }) => dollarsPerMonth.Cloud ?? 0);
    expect((large ?? 0) / (small ?? 1)).toBeCloseTo(10, 0);
  });
});

import { describe, expect, it } from 'vitest';
import { costOf, type Figures, STAGES, type Stage } from './figures.ts';
import { ASSUMPTIONS, checkOf, limitsOf, planOf } from './plan.ts';

/** A millisecond of each stage for an event, and a tenth of a core by itself. */
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
  it('is the slope of what was measured, and what a stage takes by itself is apart', () => {
    const { idle, perEvent } = costOf('collect', FIGURES.loads);
    expect(perEvent).toBeCloseTo(0.001, 6);
    expect(idle).toBeCloseTo(0.1, 6);
    for (const { ratio } of checkOf(FIGURES)) expect(ratio).toBeCloseTo(1, 6);
  });

  it('is that of a request where requests are worked on, and of many events where events are', () => {
    const cores = { ...FIGURES.loads[0]?.cores, collect: 0.2, kafka: 2.1 } as Record<Stage, number>;
    const loads = [...FIGURES.loads, { eventsPerRequest: 20, eventsPerSecond: 4000, cores }];
    expect(costOf('collect', loads)).toEqual(costOf('collect', FIGURES.loads));
    expect(costOf('kafka', loads).perEvent).toBeLessThan(0.0006);
  });

  it('is never less than nothing where no event comes', () => {
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
  it('computes processes, copies, disk and partitions from the peak', () => {
    // 10,000 a second at the peak, a millisecond each: ten cores, of which six tenths are used.
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

  it('keeps two of each process where one would do', () => {
    expect(stageOf(1000, 'gateway')).toMatchObject({ count: 2 });
    expect(plan(1000).shards).toBe(1);
  });

  it('takes a second shard where the limit of one is passed', () => {
    const disk =
      limitsOf(FIGURES, GIVEN).find(({ what }) => what.startsWith('one ClickHouse shard by disk'))?.scansPerDay ?? 0;
    expect(plan(disk * 0.99).shards).toBe(1);
    expect(plan(disk * 1.01).shards).toBe(2);
  });

  it('names the nearest limit first', () => {
    const limits = limitsOf(FIGURES, GIVEN).map(({ scansPerDay }) => scansPerDay);
    expect(limits).toEqual([...limits].sort((a, b) => a - b));
  });

  it('costs ten times as much for ten times the scans', () => {
    const [small, large] = [plan(1e9), plan(1e10)].map(({ dollarsPerMonth }) => dollarsPerMonth.Cloud ?? 0);
    expect((large ?? 0) / (small ?? 1)).toBeCloseTo(10, 0);
  });
});

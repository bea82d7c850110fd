import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createLogger } from '@volant/infra/process/observability/log';
import { createMetrics } from '@volant/infra/process/observability/metrics';
import type { HandOver } from '@volant/infra/process/server/remote-service';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { until } from '../testing/analytics-harness.ts';
import { createActivityOutlet } from './activity-outlet.ts';
import { openSpool, type Spool } from './spool.ts';

type Behaviour = 'takes' | 'refuses' | 'hangs';

const log = createLogger({ name: 'test', level: 'silent' });
const clock = () => new Date();
const record = (text: string) => new Uint8Array(Buffer.from(text));

let directory: string;
let behaviour: Behaviour;
let taken: string[];
let tries: number;

beforeEach(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'volant-spool-'));
  behaviour = 'takes';
  taken = [];
  tries = 0;
});
afterEach(() => rm(directory, { recursive: true, force: true }));

interface Options {
  readonly maxBytes?: number;
  readonly spool?: Spool | undefined;
  readonly handOver?: HandOver;
}

async function setUp(options: Options = {}) {
  const { maxBytes = 1_000_000 } = options;
  const spool = 'spool' in options ? options.spool : await openSpool({ directory, maxBytes }, clock, log);
  const measures = createMetrics({ name: 'test' });
  const outlet = createActivityOutlet({
    messageLog: {
      async publish(_, records) {
        tries += 1;
        if (behaviour === 'refuses') throw new Error('no broker');
        if (behaviour === 'hangs') await new Promise(() => {});
        for (const { value } of records) taken.push(Buffer.from(value ?? []).toString());
      },
    },
    spool,
    handOver: options.handOver,
    newId: () => 'process',
    clock,
    measures,
    log,
    patienceMs: 50,
  });
  return { outlet, spool, measures };
}

describe('the activity outlet', () => {
  it('hands what the log has not taken to another collector when it ends, and keeps what that one refuses', async () => {
    behaviour = 'refuses';
    const handed: string[] = [];
    const first = await setUp({
      handOver: async (records) => void handed.push(...records.map((each) => Buffer.from(each).toString())),
    });
    await first.outlet.write([record('a')]);
    await first.outlet.write([record('b')]);
    await first.outlet.stop();
    expect([handed, first.spool?.bytes()]).toEqual([['a', 'b'], 0]);

    const second = await setUp({ handOver: () => Promise.reject(new Error('full')) });
    await second.outlet.write([record('c')]);
    await second.outlet.stop();
    expect(second.spool?.bytes()).toBeGreaterThan(0);
    behaviour = 'takes';
    const third = await setUp();
    await third.outlet.stop();
    expect([taken, third.spool?.bytes()]).toEqual([['c'], 0]);
  });

  it('writes to the message log while the log answers', async () => {
    const { outlet, spool } = await setUp();
    await outlet.write([record('a'), record('b')]);
    expect(taken).toEqual(['a', 'b']);
    expect(spool?.bytes()).toBe(0);
    await outlet.stop();
  });

  it.each(['refuses', 'hangs'] as const)('uses the disk while the log %s, and then the log again', async (how) => {
    const { outlet, spool, measures } = await setUp();
    behaviour = how;
    const startedAt = performance.now();
    await outlet.write([record('1'), record('2')]);
    const triesOfFirst = tries;
    for (let n = 3; n <= 40; n += 1) await outlet.write([record(String(n))]);
    // Only the first write waited for the timeout. The drainer still tries once a second.
    expect(tries - triesOfFirst).toBeLessThanOrEqual(1 + (performance.now() - startedAt) / 1000);
    expect(taken).toEqual([]);
    expect((await measures.render()).body).toMatch(/collect_spool_bytes\{process="test"\} [1-9]/);
    behaviour = 'takes';
    await until(() => spool?.oldestAt(), undefined);
    expect(taken).toEqual(Array.from({ length: 40 }, (_, n) => String(n + 1)));
    await outlet.write([record('after')]);
    expect(taken.at(-1)).toBe('after');
    expect((await measures.render()).body).toMatch(/collect_spool_age_seconds\{process="test"\} 0/);
    await outlet.stop();
  });

  it('rewrites records that the log took just before an outage and may have lost', async () => {
    const { outlet, spool } = await setUp();
    await outlet.write([record('lost')]);
    behaviour = 'refuses';
    await outlet.write([record('during')]);
    taken = [];
    behaviour = 'takes';
    await until(() => spool?.oldestAt(), undefined);
    expect(taken).toEqual(['lost', 'during']);
    // The rewritten records are among the last ones that the log took.
    behaviour = 'refuses';
    await outlet.write([record('later')]);
    taken = [];
    behaviour = 'takes';
    await until(() => spool?.oldestAt(), undefined);
    expect(taken).toEqual(['lost', 'during', 'later']);
    await outlet.stop();
  });

  it('refuses records that do not fit on the disk, and keeps all that do', async () => {
    const { outlet, spool } = await setUp({ maxBytes: 200 });
    behaviour = 'refuses';
    const accepted: string[] = [];
    for (let n = 0; n < 20; n += 1) {
      const text = `record ${n}`;
      await outlet.write([record(text)]).then(
        () => accepted.push(text),
        (error: unknown) => expect(error).toMatchObject({ code: 'UNAVAILABLE', retryAfterSeconds: 5 }),
      );
    }
    expect(accepted.length).toBeGreaterThan(3);
    expect(accepted.length).toBeLessThan(20);
    behaviour = 'takes';
    await until(() => spool?.oldestAt(), undefined);
    expect(taken).toEqual(accepted);
    await outlet.stop();
  });

  it('refuses at once without a spool', async () => {
    const { outlet } = await setUp({ spool: undefined });
    behaviour = 'hangs';
    await expect(outlet.write([record('a')])).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    behaviour = 'takes';
    await outlet.write([record('b')]);
    expect(taken).toEqual(['b']);
    await outlet.stop();
  });

  it('drains the spool that an earlier process left behind', async () => {
    const first = await setUp();
    behaviour = 'refuses';
    await first.outlet.write([record('left')]);
    await first.outlet.stop();
    behaviour = 'takes';
    const second = await setUp();
    second.outlet.start();
    await until(() => second.spool?.oldestAt(), undefined);
    expect(taken).toEqual(['left']);
    await second.outlet.stop();
  });
});

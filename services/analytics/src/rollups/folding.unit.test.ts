import type { AnalyticsDatabase } from '@volant/infra/analytics-database/analytics-database';
import { createMemoryCache } from '@volant/infra/cache/memory-cache';
import { createLogger } from '@volant/infra/process/observability/log';
import { createMetrics } from '@volant/infra/process/observability/metrics';
import { createNotices } from '@volant/infra/process/shell/notices';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createFolding } from './folding.ts';
import { KEPT_MONTHS } from './retention.ts';

const HOUR_MS = 3_600_000;
const NOW = Date.parse('2026-03-30T10:00:00Z');

/** Everything that is closed is folded and summed up. */
async function upToDate(query: string): Promise<readonly object[]> {
  if (query.startsWith('SELECT m.month')) return [{ month: 202603, number: '1', rollup: '1', until: '2026-03-31' }];
  return query.includes('FROM volant.totalled_rollups ORDER') ? [{ totals: '1', rollups: ['1'] }] : [];
}

let answer: (query: string) => Promise<readonly object[]>;
let folding: ReturnType<typeof createFolding>;
let notices: ReturnType<typeof createNotices>;
let metrics: ReturnType<typeof createMetrics>;
let statements: string[];

beforeEach(() => {
  vi.useFakeTimers({ now: NOW });
  statements = [];
  const ask = async ({ query }: { readonly query: string }) => {
    statements.push(query);
    const rows = await answer(query);
    return { json: async () => rows };
  };
  const database = { database: 'volant', client: { query: ask, command: ask } } as unknown as AnalyticsDatabase;
  const log = createLogger({ name: 'test', level: 'silent' });
  notices = createNotices(log);
  metrics = createMetrics({ name: 'test' });
  const clock = () => new Date();
  const cache = createMemoryCache({ clock });
  folding = createFolding({
    ...{ database, cache, clock, notices, log, measures: metrics, newId: () => 'one', keptMonths: KEPT_MONTHS },
  });
});
afterEach(() => {
  answer = upToDate;
  return folding.stop().finally(() => vi.useRealTimers());
});

const warns = () => [...notices.sentences].some((sentence) => sentence.includes('have not been folded for 26 hours'));
async function ageShown(): Promise<number> {
  const value = /^folding_succeeded_timestamp_seconds\S* (\S+)$/m.exec((await metrics.render()).body)?.[1];
  return Date.now() - Number(value) * 1000;
}

it('warns once the last fold is 26 hours old, and no longer after the next one', async () => {
  answer = () => Promise.reject(new Error('ClickHouse is full'));
  folding.start();
  await vi.advanceTimersByTimeAsync(25 * HOUR_MS);
  expect(warns()).toBe(false);
  await vi.advanceTimersByTimeAsync(2 * HOUR_MS);
  expect(warns()).toBe(true);
  expect(await ageShown()).toBe(27 * HOUR_MS);
  answer = upToDate;
  await vi.advanceTimersByTimeAsync(HOUR_MS);
  expect(warns()).toBe(false);
  expect(await ageShown()).toBeLessThan(HOUR_MS);
});

it('warns of a fold that never ends', async () => {
  answer = () => new Promise(() => {});
  folding.start();
  await vi.advanceTimersByTimeAsync(27 * HOUR_MS);
  expect(warns()).toBe(true);
  answer = upToDate;
});

it('takes the age of the last fold from the folded days after a restart', async () => {
  answer = async (query) => {
    if (!query.includes('folded_months')) throw new Error('ClickHouse is full');
    return [{ month: 202603, number: '1', rollup: '1', until: '2026-03-19' }];
  };
  folding.start();
  await vi.advanceTimersByTimeAsync(2 * 60_000);
  expect(warns()).toBe(true);
  expect(await ageShown()).toBe(NOW + 2 * 60_000 - Date.parse('2026-03-27'));
});

it('attempts each step although the one before failed', async () => {
  answer = async (query) => {
    if (query.includes('erased_pages')) throw new Error('this table is damaged');
    return upToDate(query);
  };
  await expect(folding.fold()).rejects.toThrow('this table is damaged');
  expect(statements.filter((query) => query.includes('totalled_rollups'))).not.toEqual([]);
});

import type { AnalyticsDatabase } from '@volant/infra/analytics-database/analytics-database';
import { createLogger } from '@volant/infra/process/observability/log';
import { describe, expect, it } from 'vitest';
import { createReportsDatabase } from './reports-database.ts';

const log = createLogger({ name: 'test', level: 'silent' });
const TOTALS = { totals: '8', rollups: ['7'] };
const MONTH = { month: 202601, number: '9', rollup: '7', until: '2026-02-01' };

function reports(answer: (query: string) => Promise<readonly unknown[]>) {
  let now = 0;
  const asked: unknown[] = [];
  const client = {
    async query(params: { readonly query: string }) {
      asked.push(params);
      const rows = await answer(params.query);
      return { json: async () => rows };
    },
  };
  const database = { client, database: 'volant' } as unknown as AnalyticsDatabase;
  const of = createReportsDatabase(database, () => new Date(now), log);
  return { of, asked, wait: (ms: number) => (now += ms) };
}

describe('the reports database', () => {
  it('passes parameters and returns the rows', async () => {
    const { of, asked } = reports(async () => [{ n: 1 }]);
    expect(await of.select('SELECT {n:Int8}', { n: 1 })).toEqual([{ n: 1 }]);
    expect(asked).toEqual([{ query: 'SELECT {n:Int8}', format: 'JSONEachRow', query_params: { n: 1 } }]);
    expect(of.name).toBe('volant');
  });

  it('answers UNAVAILABLE with Retry-After during an outage', async () => {
    const { of } = reports(() => Promise.reject(new Error('connect ECONNREFUSED')));
    const away = { code: 'UNAVAILABLE', retryAfterSeconds: 5 };
    await expect(of.select('SELECT 1', {})).rejects.toMatchObject(away);
    await expect(of.folded()).rejects.toMatchObject(away);
  });

  it('returns the same folded days for a minute, so that counts can be cached, and then reads them again', async () => {
    const { of, asked, wait } = reports(async (query) => [query.includes('totalled') ? TOTALS : MONTH]);
    const first = await of.folded();
    expect(first).toEqual({ until: '2026-02-01', months: [{ ...MONTH, number: 9, rollup: 7 }], totals: 8 });
    wait(59_999);
    expect(await of.folded()).toBe(first);
    expect(asked).toHaveLength(2);
    wait(1);
    expect(await of.folded()).not.toBe(first);
    expect(asked).toHaveLength(4);
  });

  it('ignores totals of rollups that are no longer current', async () => {
    const { of } = reports(async (query) => (query.includes('totalled') ? [{ ...TOTALS, rollups: ['6'] }] : [MONTH]));
    expect((await of.folded()).totals).toBeUndefined();
  });
});

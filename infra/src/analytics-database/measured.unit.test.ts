import type { ClickHouseClient } from '@clickhouse/client';
import { expect, it, vi } from 'vitest';
import { createLogger } from '../process/observability/log.ts';
import { createMetrics } from '../process/observability/metrics.ts';
import { measured } from './measured.ts';

it('measures each statement, counts failures and passes everything through', async () => {
  const query = vi.fn(async ({ query: text }: { query: string }) => {
    if (text === 'broken') throw new Error('no such table');
    return `answer to ${text}`;
  });
  const client = { query, ping: async () => ({ success: true }) } as unknown as ClickHouseClient;
  const metrics = createMetrics({ name: 'analytics' });
  const log = createLogger({ name: 'test', level: 'silent' });
  const database = measured({ client, database: 'volant', check: async () => {}, close: async () => {} }, metrics, log);

  expect(await database.client.query({ query: 'SELECT 1', format: 'JSONEachRow' })).toBe('answer to SELECT 1');
  await expect(database.client.query({ query: 'broken' })).rejects.toThrow('no such table');
  expect(query).toHaveBeenCalledWith({ query: 'SELECT 1', format: 'JSONEachRow' });
  expect(await database.client.ping()).toEqual({ success: true });
  const { body } = await metrics.render();
  expect(body).toContain('clickhouse_statement_seconds_count{process="analytics"} 2');
  expect(body).toContain('clickhouse_failed_total{process="analytics"} 1');
});

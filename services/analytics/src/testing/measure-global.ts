/**
 * Measures global analytics over generated events, run by `npm run bench -- --analytics`. Writes one line of JSON for
 * each number of events.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { AnalyticsDatabase } from '@volant/infra/analytics-database/analytics-database';
import { openChdb } from '@volant/infra/analytics-database/chdb';
import { createMemoryCache } from '@volant/infra/cache/memory-cache';
import { createLogger } from '@volant/infra/process/observability/log';
import { addDays, parisDay } from '@volant/infra/time/paris-day';
import { v7 as newId } from 'uuid';
import { createAnalyticsSubgraph } from '../graphql/analytics-subgraph.ts';
import { migrateAnalytics } from '../migrations.ts';
import { createReportsDatabase } from '../reports/reports-database.ts';
import { CLOSED_AFTER_DAYS, foldDays } from '../rollups/fold-days.ts';

const PAGES = 2_000;
const DAYS = 730;
/** Events of open days: the same number for every size. */
const OPEN_EVENTS = 100_000;
const PORTION = 1_000_000;
const RUNS = 31;
const QUERY = `{ globalAnalytics {
  totalEvents eventsByType { type count } days { date count } topPages { page { uid } events }
  recentEvents { id type country createdAt page { uid } }
} }`;

const log = createLogger({ name: 'bench', level: 'warn' });
const today = parisDay(Date.now());
const closedUntil = addDays(today, -CLOSED_AFTER_DAYS);

/** Inserts events spread over the days before `until`, in the form that ingest writes. */
async function insert(
  { client, database }: AnalyticsDatabase,
  from: number,
  events: number,
  days: number,
  until: string,
) {
  await client.command({
    query: `INSERT INTO ${database}.activities_by_day
      SELECT toUUID(concat('018f0000-0000-7000-8000-', leftPad(lower(hex(intHash32(number) % ${PAGES})), 12, '0'))),
        toDate('${until}') - 1 - (number % ${days}) AS day, generateUUIDv4(), 1,
        if(rand(1) % 10 < 6, 1, 1 + rand(2) % 8), if(rand(3) % 20 = 0, 'Tarifs', ''), rand(4) % 50 = 0,
        toDateTime64(day, 3, 'Europe/Paris') + rand(5) % 80000, ['FR', 'FR', 'CH', 'BE', ''][1 + rand(6) % 5], 'qr',
        if(rand(7) % 3 = 0, concat('site-', toString(rand(8) % 50), '.example'), ''), rand64(9), number
      FROM numbers(${from}, ${events})`,
  });
}

async function measure(total: number) {
  const directory = await mkdtemp(path.join(tmpdir(), 'volant-global-'));
  const database = await openChdb({ path: directory, database: 'volant' });
  try {
    await migrateAnalytics(database, { cache: createMemoryCache(), log });
    const closed = total - OPEN_EVENTS;
    for (let from = 0; from < closed; from += PORTION) {
      await insert(database, from, Math.min(PORTION, closed - from), DAYS, closedUntil);
    }
    await insert(database, closed, OPEN_EVENTS, CLOSED_AFTER_DAYS + 1, addDays(today, 1));
    const foldedAt = performance.now();
    await foldDays(database, closedUntil);
    const foldSeconds = (performance.now() - foldedAt) / 1000;

    const reports = createReportsDatabase(database, () => new Date(), log);
    const subgraph = createAnalyticsSubgraph({
      reports,
      verifyToken: async () => ({ userId: newId(), role: 'ADMIN', sessionId: 'bench' }),
      clock: () => new Date(),
      log,
    });
    const times: number[] = [];
    let counted = 0;
    for (let run = 0; run < RUNS; run += 1) {
      const startedAt = performance.now();
      const { data, errors } = await subgraph.execute(
        { query: QUERY, variables: {} },
        { token: 'bench', language: 'en', clientAddress: '', correlationId: 'bench', idempotencyKey: undefined },
      );
      times.push(performance.now() - startedAt);
      if (errors !== undefined) throw new Error(JSON.stringify(errors));
      counted = (data as { globalAnalytics: { totalEvents: number } }).globalAnalytics.totalEvents;
    }
    if (counted !== total) throw new Error(`${total} events were made and ${counted} counted`);
    // The first run opens files and is not repeated in practice.
    const sorted = times.slice(1).sort((a, b) => a - b);
    const at = (share: number) => sorted[Math.floor(share * (sorted.length - 1))] ?? Number.NaN;
    return { events: total, firstMs: times[0], medianMs: at(0.5), p95Ms: at(0.95), foldSeconds };
  } finally {
    await database.close();
    await rm(directory, { recursive: true, force: true });
  }
}

process.stdout.write(`${JSON.stringify(await measure(Number(process.argv[2])))}\n`);

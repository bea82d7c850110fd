import { create, toBinary } from '@bufbuild/protobuf';
import { createMemoryCache } from '@volant/infra/cache/memory-cache';
import type { ConsumeOptions, LogRecord, MessageLog } from '@volant/infra/message-log/message-log';
import { createLogger } from '@volant/infra/process/observability/log';
import { NO_MEASURES } from '@volant/infra/process/observability/metrics';
import { parisDay } from '@volant/infra/time/paris-day';
import { ActivityBatchSchema, type ActivityType } from '@volant/proto/volant/analytics/v1/activity_pb';
import { PageSnapshotSchema } from '@volant/proto/volant/pages/v1/page_pb';
import type { Scheduler } from 'fast-check';
import { createErasure } from '../../ingest/erasure.ts';
import { createIngest } from '../../ingest/ingest.ts';
import { createPageReport } from '../../reports/page-report.ts';
import { readFolded } from '../../rollups/fold-days.ts';
import { foldedOf } from '../../rollups/folded-months.ts';
import { createFolding } from '../../rollups/folding.ts';
import { totalsOf } from '../../rollups/page-totals.ts';
import { KEPT_MONTHS } from '../../rollups/retention.ts';
import { select } from '../../rollups/select.ts';
import { activity } from '../analytics-harness.ts';
import { type Caller, simulatedClickhouse } from './simulated-clickhouse.ts';
import { currentMonths, type Tables } from './tables.ts';

export interface SimulatedEvent {
  readonly id: string;
  readonly pageUid: string;
  readonly tenure: number;
  readonly type: ActivityType;
  readonly customField: string;
  readonly at: Date;
}

const START = Date.parse('2026-03-20T11:00:00Z');
const SILENT = createLogger({ name: 'simulation', level: 'silent' });

/** A topic with one partition, and the offset that its group has committed. */
class Topic {
  readonly records: LogRecord[] = [];
  committed = 0;
  /** The highest offset ever committed: a process that was suspended may commit a lower one than others before. */
  furthest = 0;

  append(key: string, value: Uint8Array | null, at: Date): void {
    const offset = this.records.length;
    this.records.push({ topic: 'simulated', partition: 0, offset, key, value, headers: {}, at });
  }

  commit(offset: number): void {
    this.committed = offset;
    this.furthest = Math.max(this.furthest, offset);
  }
}

/** Statements that read all rows of some days and write derived rows. */
const LONG_STATEMENT = /^INSERT INTO volant\.page_/;

/**
 * Everything behind collect: two topics, ClickHouse, a cache, and a clock that only moves on command.
 * @param longTurns turns that a long statement takes between reading and writing
 */
export function createWorld(schedule: Scheduler, longTurns = 1) {
  let time = START;
  let ids = 0;
  const clock = () => new Date(time);
  const cache = createMemoryCache({ clock });
  const activities = new Topic();
  const pages = new Topic();
  const published: SimulatedEvent[][] = [];
  const clickhouse = simulatedClickhouse({
    async turn(what) {
      for (let left = LONG_STATEMENT.test(what) ? longTurns : 1; left > 0; left -= 1) {
        await schedule.schedule(Promise.resolve(), `ClickHouse: ${what}`);
      }
    },
    now: () => Math.floor(time / 1000),
  });
  // Ids only need to be unique.
  const newId = () => {
    ids += 1;
    return `id-${ids}`;
  };

  const foldingOf = (life: Caller) =>
    createFolding({
      keptMonths: KEPT_MONTHS,
      database: clickhouse.connect(life),
      cache,
      clock,
      newId,
      log: SILENT,
    });

  /** Delivers batches to a consumer like the log: at least once, and again after a failure. */
  async function feed(
    life: Caller,
    topic: Topic,
    size: number,
    over: () => boolean,
    start: (log: MessageLog) => Promise<void>,
  ): Promise<void> {
    let onBatch: ConsumeOptions['onBatch'] | undefined;
    const log: Pick<MessageLog, 'consume' | 'publish'> = {
      async consume(options) {
        onBatch = options.onBatch;
        return { lag: async () => 0, stop: async () => {} };
      },
      publish: async () => {
        throw new Error('nothing of these is unreadable');
      },
    };
    await start(log as MessageLog);
    for (;;) {
      await life.step('fetches');
      const from = topic.committed;
      const batch = topic.records.slice(from, from + size);
      if (batch.length === 0) {
        if (over()) return;
        continue;
      }
      const handled = onBatch === undefined || (await succeeds(onBatch(batch)));
      if (!handled) continue;
      await life.step('commits');
      topic.commit(from + batch.length);
    }
  }

  return {
    clickhouse,
    activities,
    pages,
    /** Events of each published record, in order. */
    published,
    clock,
    pass(ms: number): void {
      time += ms;
    },
    publish(events: readonly SimulatedEvent[]): void {
      const batch = events.map(({ id, ...event }) => activity({ eventId: id, ...event }));
      const value = toBinary(ActivityBatchSchema, create(ActivityBatchSchema, { activities: batch }));
      published.push([...events]);
      activities.append('', value, clock());
    },
    erase: (pageUid: string) => pages.append(pageUid, null, clock()),
    handOver(pageUid: string, tenure: number): void {
      const snapshot = create(PageSnapshotSchema, { pageUid, tenure, ownerId: 'somebody' });
      pages.append(pageUid, toBinary(PageSnapshotSchema, snapshot), clock());
    },
    ingest: (life: Caller, size: number, over: () => boolean) =>
      feed(life, activities, size, over, async (messageLog) => {
        const parts = { messageLog, database: clickhouse.connect(life), folding: foldingOf(life) };
        await createIngest({ ...parts, measures: NO_MEASURES, log: SILENT, rest: async () => {} }).start();
      }),
    eraser: (life: Caller, over: () => boolean) =>
      feed(life, pages, 1, over, async (messageLog) => {
        await createErasure({ messageLog, database: clickhouse.connect(life), log: SILENT }).start();
      }),
    fold: (life: Caller) => foldingOf(life).fold(),
    /** Events of each page on folded days, from the months. */
    months: () => {
      const rollups = foldedOf(currentMonths(clickhouse.tables.folded_months)).months.map(({ rollup }) => rollup);
      return eventsByPage(clickhouse.tables.page_months.filter(({ rollup }) => rollups.includes(rollup)));
    },
    /** The same from the totals, or from the months if no totals are valid. */
    totals() {
      const { folded_months, totalled_rollups, page_totals } = clickhouse.tables;
      const latest = [...totalled_rollups].sort((one, other) => other.totals - one.totals);
      const totals = totalsOf(foldedOf(currentMonths(folded_months)), latest);
      return totals === undefined ? this.months() : eventsByPage(page_totals.filter(({ rollup }) => rollup === totals));
    },
    /** Events of a page as its report counts them. */
    async count(life: Caller, pageUid: string): Promise<number> {
      const database = clickhouse.connect(life);
      const reports = {
        name: database.database,
        select: <Row>(query: string, params: Readonly<Record<string, unknown>>) => select<Row>(database, query, params),
        folded: () => readFolded(database),
      };
      const scope = { pageUid, tenure: 'all', withoutOwner: false } as const;
      const { views, clicks } = await createPageReport(reports, clock, scope, parisDay(time)).summary();
      return views + clicks;
    },
  };
}

function eventsByPage(rows: Tables['page_months']): Readonly<Record<string, number>> {
  const events: Record<string, number> = {};
  for (const row of rows) events[row.page_uid] = (events[row.page_uid] ?? 0) + row.events;
  return events;
}

export type World = ReturnType<typeof createWorld>;

/** Whether a batch was processed. A statement that the simulation does not support is an error of the test. */
async function succeeds(handling: Promise<void>): Promise<boolean> {
  try {
    await handling;
    return true;
  } catch (error) {
    if (String(error).includes('simulation does not know')) throw error;
    return false;
  }
}

import type { AnalyticsDatabase } from '@volant/infra/analytics-database/analytics-database';
import { NO_MEASURES } from '@volant/infra/process/observability/metrics';
import { addDays, parisDay } from '@volant/infra/time/paris-day';
import type { AnalyticsPorts } from '../ports.ts';
import { dropUnreadRollups } from './drop-unread.ts';
import { sweepErasedPages } from './erased-pages.ts';
import { CLOSED_AFTER_DAYS, foldDays, refoldDays } from './fold-days.ts';
import { takeOutFormerNames } from './former-names.ts';
import { totalMonths } from './page-totals.ts';

export interface FoldingParts extends Pick<AnalyticsPorts, 'cache' | 'clock' | 'newId' | 'log' | 'measures'> {
  readonly database: AnalyticsDatabase;
  /** Number of records that are not in the table yet. */
  readonly lag: () => Promise<number>;
  readonly keptMonths: number;
}

const FIRST_AFTER_MS = 60_000;
const EVERY_MS = 3_600_000;
const SECONDS = [0.1, 0.5, 1, 5, 10, 30, 60, 300, 900];

const LOCK = 'analytics:folding';
/** Longer than any fold takes. If a process dies while folding, others can continue after this time. */
const LOCK_MS = 15 * 60_000;

export function createFolding(parts: FoldingParts) {
  const { database, cache, clock, newId, lag, keptMonths, measures = NO_MEASURES, log } = parts;
  const observe = measures.histogram('folding_seconds', 'Time in which the closed days were folded.', SECONDS);
  const countFailed = measures.counter('folding_failed_total', 'Attempts to fold that failed.');
  let succeededAt = 0;
  measures.gauge(
    'folding_succeeded_timestamp_seconds',
    'When this process last folded; 0: not yet.',
    () => succeededAt,
  );
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;
  let running: Promise<void> = Promise.resolve();

  const closedUntil = () => addDays(parisDay(clock().getTime()), -CLOSED_AFTER_DAYS);

  /** Runs the work of this process one after another. */
  function inTurn(work: () => Promise<void>): Promise<void> {
    const turn = running.then(work);
    running = turn.catch(() => {
      // The caller receives the error; the next one in the chain starts regardless.
    });
    return turn;
  }

  /** Two processes may fold the same days without harm; the lock saves the duplicate work. */
  async function unlessOtherFolds(work: () => Promise<void>): Promise<void> {
    const mine = newId();
    if (!(await cache.setIfAbsent(LOCK, mine, LOCK_MS))) return;
    try {
      await work();
    } finally {
      if ((await cache.get(LOCK)) === mine) await cache.delete(LOCK);
    }
  }

  async function fold(): Promise<void> {
    if ((await lag()) > 0) return;
    await inTurn(() =>
      unlessOtherFolds(async () => {
        const begun = performance.now();
        await dropUnreadRollups(database);
        await sweepErasedPages(database);
        await foldDays(database, closedUntil(), keptMonths);
        await totalMonths(database);
        await takeOutFormerNames(database);
        observe((performance.now() - begun) / 1000);
        succeededAt = clock().getTime() / 1000;
      }),
    );
  }

  function schedule(ms: number): void {
    if (stopped) return;
    timer = setTimeout(() => {
      fold()
        .catch((error: unknown) => {
          countFailed();
          log.warn({ err: error }, 'days are not folded now; tried again later');
        })
        .finally(() => schedule(EVERY_MS));
    }, ms).unref();
  }

  return {
    /** Folds the closed days, unless records are waiting that may belong to one of them. */
    fold,
    /** Updates the closed ones among days that just received rows. */
    async refold(days: readonly string[]) {
      const until = closedUntil();
      const closed = days.filter((day) => day < until);
      if (closed.length > 0) await inTurn(() => refoldDays(database, closed, keptMonths));
    },
    /** Folds periodically until stopped. */
    start() {
      stopped = false;
      schedule(FIRST_AFTER_MS);
    },
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await running;
    },
  };
}

export type Folding = ReturnType<typeof createFolding>;

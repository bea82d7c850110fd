import type { AnalyticsDatabase } from '@volant/infra/analytics-database/analytics-database';
import { NO_MEASURES } from '@volant/infra/process/observability/metrics';
import { runAll } from '@volant/infra/process/waiting/run-all';
import { addDays, parisDay } from '@volant/infra/time/paris-day';
import type { AnalyticsPorts } from '../ports.ts';
import { dropUnreadRollups } from './drop-unread.ts';
import { sweepErasedPages } from './erased-pages.ts';
import { CLOSED_AFTER_DAYS, foldDays, readFolded, refoldDays } from './fold-days.ts';
import { FIRST_DAY } from './folded-months.ts';
import { takeOutFormerNames } from './former-names.ts';
import { totalMonths } from './page-totals.ts';

export interface FoldingParts
  extends Pick<AnalyticsPorts, 'cache' | 'clock' | 'newId' | 'log' | 'measures' | 'notices'> {
  readonly database: AnalyticsDatabase;
  readonly keptMonths: number;
}

const FIRST_AFTER_MS = 60_000;
const EVERY_MS = 3_600_000;
/** A day and two attempts; the alert DaysAreNotFolded has the same limit. */
const OVERDUE_MS = 26 * 3_600_000;
const CHECK_AGE_EVERY_MS = 60_000;
const OVERDUE =
  'closed days have not been folded for 26 hours: reports grow slower, and figures that have expired or belong to erased pages may remain';
const SECONDS = [0.1, 0.5, 1, 5, 10, 30, 60, 300, 900];

const LOCK = 'analytics:folding';
/** Longer than any fold takes. If a process dies while folding, others can continue after this time. */
const LOCK_MS = 15 * 60_000;

export function createFolding(parts: FoldingParts) {
  const { database, cache, clock, newId, keptMonths, measures = NO_MEASURES, notices, log } = parts;
  const observe = measures.histogram('folding_seconds', 'Time in which the closed days were folded.', SECONDS);
  const countFailed = measures.counter('folding_failed_total', 'Attempts to fold that failed.');
  /** Of an earlier process, or its own start, until this one has folded. */
  let succeededAt: number | undefined;
  let isRecalled = false;
  measures.gauge(
    'folding_succeeded_timestamp_seconds',
    'When closed days were last folded; 0 before the start.',
    () => (succeededAt ?? 0) / 1000,
  );
  let timer: NodeJS.Timeout | undefined;
  let checks: NodeJS.Timeout | undefined;
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

  /** Late rows need no consideration: ingest folds their days again. A step that fails does not hold up the others. */
  async function fold(): Promise<void> {
    await inTurn(() =>
      unlessOtherFolds(async () => {
        const begun = performance.now();
        await runAll([
          () => dropUnreadRollups(database),
          () => sweepErasedPages(database),
          () => foldDays(database, closedUntil(), keptMonths),
          () => totalMonths(database),
          () => takeOutFormerNames(database),
        ]);
        observe((performance.now() - begun) / 1000);
        succeededAt = clock().getTime();
        isRecalled = true;
      }),
    );
  }

  /** So that restarts do not hide how old the last fold is. The folded days give it to the day. */
  async function recall(): Promise<void> {
    const { until } = await readFolded(database);
    const now = clock().getTime();
    const lastAt = until === FIRST_DAY ? now : Date.parse(addDays(until, CLOSED_AFTER_DAYS));
    succeededAt = Math.min(succeededAt ?? now, lastAt);
    isRecalled = true;
  }

  function tellAge(): void {
    if (succeededAt !== undefined && clock().getTime() - succeededAt > OVERDUE_MS) notices?.tell(OVERDUE);
    else notices?.withdraw(OVERDUE);
  }

  async function attempt(): Promise<void> {
    try {
      if (!isRecalled) await recall();
      await fold();
    } catch (error) {
      countFailed();
      log.warn({ err: error }, 'days are not folded now; tried again later');
    }
    tellAge();
  }

  function schedule(ms: number): void {
    if (stopped) return;
    timer = setTimeout(() => void attempt().finally(() => schedule(EVERY_MS)), ms).unref();
  }

  return {
    /** Folds the closed days and sweeps the tables. */
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
      succeededAt ??= clock().getTime();
      checks = setInterval(tellAge, CHECK_AGE_EVERY_MS).unref();
      schedule(FIRST_AFTER_MS);
    },
    async stop() {
      stopped = true;
      clearTimeout(timer);
      clearInterval(checks);
      await running;
    },
  };
}

export type Folding = ReturnType<typeof createFolding>;

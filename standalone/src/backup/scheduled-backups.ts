import { stat } from 'node:fs/promises';
import path from 'node:path';
import type { Logger } from '@volant/infra/process/observability/log';
import type { Measures } from '@volant/infra/process/observability/metrics';
import type { Notices } from '@volant/infra/process/shell/notices';
import { backupsIn, makeRotatedBackup } from './backup-rotation.ts';
import { type LiveBackup, sentenceOf } from './live-backup.ts';

export interface ScheduledBackupsParts {
  readonly directory: string;
  readonly everyHours: number;
  readonly keep: number;
  readonly backup: LiveBackup;
  readonly notices: Notices;
  readonly measures: Measures;
  readonly log: Logger;
  readonly clock: () => Date;
}

const HOUR_MS = 3_600_000;
/** A backup that failed, on a full disk for example, is tried again after this time. */
const AGAIN_MS = HOUR_MS;
/** After this time a backup that has not ended is reported: all later ones wait for it. */
const LATE_MS = HOUR_MS;

/** Backs up regularly, and removes the oldest backups after each one that succeeded. */
export function createScheduledBackups(parts: ScheduledBackupsParts) {
  const { directory, everyHours, keep, backup, notices, measures, log, clock } = parts;
  const countFailed = measures.counter(
    'backup_failed_total',
    'Scheduled backups that failed or did not end within an hour.',
  );
  let succeededAt = 0;
  measures.gauge('backup_succeeded_timestamp_seconds', 'When the last scheduled backup was made.', () => succeededAt);
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> = Promise.resolve();
  let lastWarning: string | undefined;
  let stopped = false;
  let isMaking = false;

  /** Makes a backup now. */
  const run = () =>
    makeRotatedBackup({ directory, keep }, clock(), (place) =>
      backup(place, (line) => {
        if (stopped) throw new Error('Volant is being stopped');
        log.debug(line);
      }),
    );

  function tell(sentence: string | undefined): void {
    if (lastWarning !== undefined) notices.withdraw(lastWarning);
    lastWarning = sentence;
    if (sentence !== undefined) notices.tell(sentence);
  }

  function fail(sentence: string): void {
    countFailed();
    tell(sentence);
  }

  async function attempt(): Promise<void> {
    isMaking = true;
    const since = clock().toISOString();
    const late = setTimeout(
      fail,
      LATE_MS,
      `the backup begun at ${since} has not ended, and later ones wait for it`,
    ).unref();
    try {
      const loss = await run();
      succeededAt = clock().getTime() / 1000;
      log.info({ directory }, 'a backup was made');
      tell(loss);
      schedule(everyHours * HOUR_MS);
    } catch (error) {
      fail(`the backup failed: ${sentenceOf(error)}`);
      schedule(AGAIN_MS);
    } finally {
      clearTimeout(late);
      isMaking = false;
    }
  }

  function schedule(ms: number): void {
    if (stopped) return;
    timer = setTimeout(() => {
      running = attempt();
    }, ms).unref();
  }

  return {
    run,
    /** Makes one beside the schedule, whose next follows it; false while one is being made. */
    now(): boolean {
      if (stopped || isMaking) return false;
      clearTimeout(timer);
      running = attempt();
      return true;
    },
    /** The first backup is due when the last one is old enough, at once if there is none or if it is of the future. */
    async start() {
      const last = (await backupsIn(directory).catch(() => [])).at(-1);
      const madeAt = last === undefined ? 0 : (await stat(path.join(directory, last))).mtimeMs;
      const age = clock().getTime() - madeAt;
      succeededAt = madeAt / 1000;
      schedule(age < 0 ? 0 : Math.max(0, everyHours * HOUR_MS - age));
    },
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await running;
    },
  };
}

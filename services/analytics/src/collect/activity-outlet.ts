import { DomainError } from '@volant/infra/errors/domain-error';
import type { MessageLog } from '@volant/infra/message-log/message-log';
import { ACTIVITY_TOPIC } from '@volant/infra/message-log/topics';
import type { Measures } from '@volant/infra/process/observability/metrics';
import { traceHeaders } from '@volant/infra/process/observability/tracing';
import type { HandOver } from '@volant/infra/process/server/remote-service';
import { portionsOf } from '@volant/infra/process/waiting/portions';
import pTimeout from 'p-timeout';
import type { AnalyticsPorts } from '../ports.ts';
import { createRecentRecords } from './recent-records.ts';
import { type Spool, SpoolFull } from './spool.ts';

export interface ActivityOutletParts extends Pick<AnalyticsPorts, 'clock' | 'newId' | 'log'> {
  readonly messageLog: Pick<MessageLog, 'publish'>;
  /** If absent, events are refused while the log does not answer. */
  readonly spool: Spool | undefined;
  readonly measures: Measures;
  /** Takes what the log has not taken when this process ends; if absent, it stays on the disk. */
  readonly handOver?: HandOver | undefined;
  /** Timeout of a write to the log. */
  readonly patienceMs?: number;
}

/** A visitor's browser does not wait longer. */
const PATIENCE_MS = 2_000;
/** Without a spool, waiting is the only option. */
const PATIENCE_WITHOUT_SPOOL_MS = 10_000;
const RETRY_AFTER_SECONDS = 5;
/** Pause between two attempts to drain the spool while the log is unavailable. */
const TRY_AGAIN_MS = 1_000;
/** After this time the process exits; remaining events stay in the spool. */
const HAND_OVER_WITHIN_MS = 12_000;
/** Size of the portions in which the spool is drained. */
const PORTION_BYTES = 1024 * 1024;

export function createActivityOutlet(parts: ActivityOutletParts) {
  const { messageLog, spool, handOver, newId, clock, measures, log } = parts;
  const patienceMs = parts.patienceMs ?? (spool === undefined ? PATIENCE_WITHOUT_SPOOL_MS : PATIENCE_MS);
  const countSpooled = measures.counter('collect_spooled_total', 'Writes that went to the spool on the disk.');
  measures.gauge('collect_spool_bytes', 'What waits on the disk for the message log.', () => spool?.bytes() ?? 0);
  measures.gauge('collect_spool_age_seconds', 'How long the oldest of it has waited.', () => {
    const at = spool?.oldestAt();
    return at === undefined ? 0 : Math.max(0, (clock().getTime() - at) / 1000);
  });
  // Activities need no order among each other. A unique key per record spreads records over the partitions.
  const process = newId();
  let published = 0;
  const recent = spool && createRecentRecords();
  /** True while the log is known not to answer, so that later writes skip the timeout. */
  let away = false;
  let timer: NodeJS.Timeout | undefined;
  let draining: Promise<void> | undefined;
  let stopped = false;

  async function publish(values: readonly Uint8Array[]): Promise<void> {
    const headers = traceHeaders();
    const records = values.map((value) => {
      published += 1;
      return { key: `${process}-${published}`, value, headers };
    });
    const written = messageLog.publish(ACTIVITY_TOPIC.name, records, { deadlineMs: patienceMs });
    try {
      await pTimeout(written, { milliseconds: patienceMs });
    } catch (error) {
      if (!away) {
        away = true;
        log.error({ err: error }, 'the message log does not take events');
        await spoolRecent();
      }
      throw error;
    }
    recent?.add(values);
    if (away) log.warn('the message log takes events again');
    away = false;
  }

  /**
   * A server that failed may have lost records that it had just acknowledged. They are written again; duplicates count
   * once.
   */
  async function spoolRecent(): Promise<void> {
    const again = recent?.take() ?? [];
    if (spool === undefined || again.length === 0) return;
    try {
      await spool.append(again);
      schedule();
    } catch (error) {
      log.error({ err: error, records: again.length }, 'what the log took last could not be spooled');
    }
  }

  async function write(records: readonly Uint8Array[]): Promise<void> {
    if (!away || spool === undefined) {
      try {
        await publish(records);
        return;
      } catch {
        // The error is logged above; the spool is the fallback.
      }
    }
    if (spool === undefined) throw new DomainError('UNAVAILABLE', {}, RETRY_AFTER_SECONDS);
    try {
      await spool.append(records);
      countSpooled();
    } catch (error) {
      const reason = error instanceof SpoolFull ? 'the spool is full' : 'the spool cannot be written';
      log.error({ err: error, bytes: spool.bytes() }, reason);
      throw new DomainError('UNAVAILABLE', {}, RETRY_AFTER_SECONDS);
    } finally {
      schedule();
    }
  }

  /**
   * Drains in write order. After a failure the whole portion is written again; records that the log had already taken
   * count once.
   */
  async function drain(from: Spool): Promise<void> {
    for (let waiting = await from.oldest(); waiting !== undefined && !stopped; waiting = await from.oldest()) {
      for (const portion of portionsOf(waiting.records, PORTION_BYTES)) await publish(portion);
      await waiting.remove();
    }
  }

  function schedule(ms = TRY_AGAIN_MS): void {
    if (spool === undefined || stopped || timer !== undefined || draining !== undefined) return;
    timer = setTimeout(() => {
      timer = undefined;
      draining = drain(spool)
        .catch((error: unknown) => log.debug({ err: error }, 'the spool is not empty yet'))
        .finally(() => {
          draining = undefined;
          if (spool.oldestAt() !== undefined) schedule();
        });
    }, ms).unref();
  }

  /** Before the end: this process may never start again with this disk. */
  async function empty(from: Spool): Promise<void> {
    if (from.oldestAt() === undefined) return;
    const until = performance.now() + HAND_OVER_WITHIN_MS;
    const leave = async (portion: readonly Uint8Array[]) => {
      if (performance.now() > until) throw new Error('there is no time to hand over more');
      if (away && handOver !== undefined) await handOver(portion);
      else await publish(portion);
    };
    try {
      for (let waiting = await from.oldest(); waiting !== undefined; waiting = await from.oldest()) {
        for (const portion of portionsOf(waiting.records, PORTION_BYTES)) await leave(portion);
        await waiting.remove();
      }
      log.info('the spool is handed over');
    } catch (error) {
      log.warn({ err: error, bytes: from.bytes() }, 'the spool keeps events for the next start with this disk');
    }
  }

  return {
    /**
     * Resolves once the records are durable.
     * @throws DomainError UNAVAILABLE when neither the log nor the disk accepts them
     */
    write,
    /** Drains the spool into the log until stopped. */
    start() {
      if (spool?.oldestAt() === undefined) return;
      log.warn({ bytes: spool.bytes() }, 'the spool holds events of an earlier run');
      schedule(0);
    },
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await draining;
      if (spool !== undefined) await empty(spool);
      await spool?.close();
    },
  };
}

/** Writes activities to the message log, or to the disk while the log does not answer. */
export type ActivityOutlet = ReturnType<typeof createActivityOutlet>;

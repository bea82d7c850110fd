import { hostname } from 'node:os';
import infra from '../../../package.json' with { type: 'json' };
import type { Figure, Metrics } from '../observability/metrics.ts';
import type { Readiness } from './readiness.ts';

/** What a process says about itself to the people who run it. */
export interface SystemReport {
  /** Tells processes apart. */
  readonly id: string;
  /** `volant` if one process is the whole product, otherwise the service. */
  readonly name: string;
  readonly version: string;
  readonly startedAt: Date;
  /** Servers that do not answer. */
  readonly missing: readonly string[];
  /** What should be changed, as `/ready` says it. */
  readonly warnings: readonly string[];
  readonly figures: readonly Figure[];
}

/** Metrics that say whether the product does what nobody watches. Runbooks and alerts have all of them. */
const SHOWN = [
  'backup_succeeded_timestamp_seconds',
  'offsite_shipped_timestamp_seconds',
  'offsite_drill_timestamp_seconds',
  'collect_spool_age_seconds',
  'collect_spool_bytes',
  'disk_free_bytes',
  'folding_succeeded_timestamp_seconds',
  'ingest_dead_total',
  'ingest_lag_records',
  'mailbox_read_age_seconds',
  'mails_oldest_seconds',
  'mails_waiting',
  'webhooks_waiting',
];

export function createSystemReport(name: string, readiness: Pick<Readiness, 'report'>, metrics: Pick<Metrics, 'read'>) {
  const startedAt = new Date(Date.now() - process.uptime() * 1_000);
  const id = `${hostname()} ${process.pid}`;
  // All packages have the version of the product.
  const { version } = infra;
  return async (): Promise<SystemReport> => {
    const [{ missing, warnings = [] }, figures] = await Promise.all([readiness.report(), metrics.read(SHOWN)]);
    return { id, name, version, startedAt, missing, warnings, figures };
  };
}

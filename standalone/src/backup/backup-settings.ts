import type { SettingsRule } from '@volant/infra/process/settings/environment';
import { wholeNumber } from '@volant/infra/process/settings/process-settings';
import { z } from 'zod';

export const BACKUP_SHAPE = {
  /** Where scheduled backups are written; without it there are none. */
  VOLANT_BACKUP_DIR: z.string().optional(),
  VOLANT_BACKUP_EVERY_HOURS: wholeNumber(1, 168).default(24),
  /** Number of scheduled backups that are kept. */
  VOLANT_BACKUP_KEEP: wholeNumber(1, 1_000).default(7),
};

/** Servers that hold what would be in the data directory. */
export const HOLDING_SERVERS = [
  'VOLANT_MONGODB_URL',
  'VOLANT_KAFKA_BROKERS',
  'VOLANT_CLICKHOUSE_URL',
  'VOLANT_S3_URL',
] as const;

/** Data on a real server is backed up while its processes are stopped. */
export const backupIsEmbedded: SettingsRule = (given) => {
  const server = HOLDING_SERVERS.find((name) => given[name] !== undefined);
  return given.VOLANT_BACKUP_DIR === undefined || server === undefined
    ? []
    : [`VOLANT_BACKUP_DIR: backups by schedule hold the data directory, and ${server} names a real server`];
};

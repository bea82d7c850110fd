import { parseEnvironment, type SettingsRule } from '@volant/infra/process/environment';
import {
  needsServers,
  origins,
  PROCESS_SECRETS,
  PROCESS_SHAPE,
  type ProcessSettings,
  portOf,
  processSettingsOf,
  proxies,
  publicOrigin,
} from '@volant/infra/process/process-settings';
import {
  SESSION_SECRETS,
  SESSION_SHAPE,
  type SessionSettings,
  sessionSettingsOf,
} from '@volant/infra/process/session-settings';
import { z } from 'zod';
import type { Role } from './app.ts';
import type { SpoolSettings } from './collect/spool.ts';

const roles = z
  .string()
  .transform((list) => list.split(',').map((role) => role.trim()))
  .pipe(
    z.array(z.enum(['collect', 'ingest', 'reports'], { message: 'each must be collect, ingest or reports' })).min(1),
  );

const schema = z.object({
  ...PROCESS_SHAPE,
  ...SESSION_SHAPE,
  PORT: portOf(4004),
  ROLES: roles.default(['collect', 'ingest', 'reports']),
  VOLANT_TRUSTED_PROXIES: proxies,
  VOLANT_ORIGIN: publicOrigin.optional(),
  VOLANT_ALLOWED_ORIGINS: origins,
  VOLANT_SPOOL_DIR: z.string().optional(),
  VOLANT_SPOOL_MEGABYTES: z.coerce.number({ message: 'must be a number' }).int().min(1).default(1024),
});

const needsAll = needsServers('kafka', 'clickhouse', 'redis');
const needsNoDatabase = needsServers('kafka', 'redis');

/** Whoever collects alone writes to the log, and has no business with the database. */
const needsServersOfRoles: SettingsRule = (given) =>
  (given.ROLES?.trim() === 'collect' ? needsNoDatabase : needsAll)(given);

export interface AnalyticsProcessSettings extends ProcessSettings, SessionSettings {
  readonly roles: readonly Role[];
  /** The ingress and the gateway: their word on a client's address is believed. */
  readonly trustedProxies: readonly string[];
  /** Origins whose pages may send events, for browsers that do not say themselves whose page it is. */
  readonly allowedOrigins: readonly string[];
  /** Where events wait while Kafka does not answer; undefined: they are refused meanwhile. */
  readonly spool: SpoolSettings | undefined;
  /** Whether it makes its tables itself or waits for `npm run migrate`. */
  readonly migrations: 'run' | 'await';
}

/** @throws EnvironmentError */
export function readSettings(environment: Readonly<Record<string, string | undefined>>): AnalyticsProcessSettings {
  const given = parseEnvironment(schema, environment, {
    secrets: [...PROCESS_SECRETS, ...SESSION_SECRETS],
    rules: [needsServersOfRoles],
  });
  return {
    ...processSettingsOf(given, environment),
    ...sessionSettingsOf(given),
    roles: given.ROLES,
    trustedProxies: given.VOLANT_TRUSTED_PROXIES,
    allowedOrigins: [
      ...(given.VOLANT_ORIGIN === undefined ? [] : [given.VOLANT_ORIGIN]),
      ...given.VOLANT_ALLOWED_ORIGINS,
    ],
    spool:
      given.VOLANT_SPOOL_DIR === undefined
        ? undefined
        : { directory: given.VOLANT_SPOOL_DIR, maxBytes: given.VOLANT_SPOOL_MEGABYTES * 1024 * 1024 },
  };
}

/** The settings of this process. */
export function settingsOfProcess(): AnalyticsProcessSettings {
  return readSettings(process.env);
}

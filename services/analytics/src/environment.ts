import type { SettingsRule } from '@volant/infra/process/settings/environment';
import {
  internalUrl,
  needsServers,
  origins,
  proxies,
  publicOrigin,
  settingsReader,
  wholeNumber,
} from '@volant/infra/process/settings/process-settings';
import { SESSION_SECRETS, SESSION_SHAPE } from '@volant/infra/process/settings/session-settings';
import { z } from 'zod';
import { EVENT_LIMIT_SHAPE } from './collect/flood-limit.ts';
import { RETENTION_SHAPE } from './rollups/retention.ts';

const roles = z
  .string()
  .transform((list) => list.split(',').map((role) => role.trim()))
  .pipe(
    z.array(z.enum(['collect', 'ingest', 'reports'], { message: 'each must be collect, ingest or reports' })).min(1),
  );

const needsAll = needsServers('kafka', 'clickhouse', 'redis');
const needsNoDatabase = needsServers('kafka', 'redis');

/** The role `collect` alone writes to the log and needs no database. */
const needsServersOfRoles: SettingsRule = (given) =>
  (given.ROLES?.trim() === 'collect' ? needsNoDatabase : needsAll)(given);

/** @throws EnvironmentError */
export const readSettings = settingsReader({
  port: 4004,
  shape: {
    ...SESSION_SHAPE,
    ...EVENT_LIMIT_SHAPE,
    ...RETENTION_SHAPE,
    ROLES: roles.default(['collect', 'ingest', 'reports']),
    /** The ingress and the gateway. Their forwarding headers name the client's address. */
    VOLANT_TRUSTED_PROXIES: proxies,
    VOLANT_ORIGIN: publicOrigin.optional(),
    VOLANT_ALLOWED_ORIGINS: origins,
    /** The other collectors, which take this one's spool when it ends. */
    VOLANT_COLLECT_URL: internalUrl.optional(),
    VOLANT_SPOOL_DIR: z.string().optional(),
    VOLANT_SPOOL_MEGABYTES: wholeNumber(1, 1_000_000).default(1024),
  },
  secrets: SESSION_SECRETS,
  rules: [needsServersOfRoles],
  own: (given) => ({
    /** Origins whose pages may send events. Used for browsers that do not send Sec-Fetch-Site. */
    allowedOrigins: [
      ...(given.VOLANT_ORIGIN === undefined ? [] : [given.VOLANT_ORIGIN]),
      ...given.VOLANT_ALLOWED_ORIGINS,
    ],
    /** Disk buffer while Kafka does not answer. If undefined, events are refused during an outage. */
    spool:
      given.VOLANT_SPOOL_DIR === undefined
        ? undefined
        : { directory: given.VOLANT_SPOOL_DIR, maxBytes: given.VOLANT_SPOOL_MEGABYTES * 1024 * 1024 },
  }),
});

import { parseEnvironment } from '@volant/infra/process/environment';
import {
  needsServers,
  PROCESS_SECRETS,
  PROCESS_SHAPE,
  type ProcessSettings,
  portOf,
  processSettingsOf,
} from '@volant/infra/process/process-settings';
import {
  SESSION_SECRETS,
  SESSION_SHAPE,
  type SessionSettings,
  sessionSettingsOf,
} from '@volant/infra/process/session-settings';
import { z } from 'zod';

const maxPages = z.coerce.number({ message: 'must be a whole number' }).int().min(1).max(10_000).default(20);

const schema = z.object({
  ...PROCESS_SHAPE,
  ...SESSION_SHAPE,
  PORT: portOf(4002),
  VOLANT_MAX_PAGES_PER_DRIVER: maxPages,
});

export interface PagesProcessSettings extends ProcessSettings, SessionSettings {
  /** Pages that drivers may make themselves. */
  readonly maxPagesPerDriver: number;
}

/** @throws EnvironmentError */
export function readSettings(environment: Readonly<Record<string, string | undefined>>): PagesProcessSettings {
  const given = parseEnvironment(schema, environment, {
    secrets: [...PROCESS_SECRETS, ...SESSION_SECRETS],
    rules: [needsServers('mongodb', 'kafka', 'redis', 's3')],
  });
  return {
    ...processSettingsOf(given, environment),
    ...sessionSettingsOf(given),
    maxPagesPerDriver: given.VOLANT_MAX_PAGES_PER_DRIVER,
  };
}

/** The settings of this process. */
export function settingsOfProcess(): PagesProcessSettings {
  return readSettings(process.env);
}

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

const schema = z.object({ ...PROCESS_SHAPE, ...SESSION_SHAPE, PORT: portOf(4003) });

export interface SupportProcessSettings extends ProcessSettings, SessionSettings {}

/** @throws EnvironmentError */
export function readSettings(environment: Readonly<Record<string, string | undefined>>): SupportProcessSettings {
  const given = parseEnvironment(schema, environment, {
    secrets: [...PROCESS_SECRETS, ...SESSION_SECRETS],
    rules: [needsServers('mongodb', 'kafka', 'redis')],
  });
  return { ...processSettingsOf(given, environment), ...sessionSettingsOf(given) };
}

/** The settings of this process. */
export function settingsOfProcess(): SupportProcessSettings {
  return readSettings(process.env);
}

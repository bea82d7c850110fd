import { needsServers, settingsReader } from '@volant/infra/process/settings/process-settings';
import { SESSION_SECRETS, SESSION_SHAPE } from '@volant/infra/process/settings/session-settings';

/** @throws EnvironmentError */
export const readSettings = settingsReader({
  port: 4003,
  shape: SESSION_SHAPE,
  secrets: SESSION_SECRETS,
  rules: [needsServers('mongodb', 'kafka', 'redis')],
});

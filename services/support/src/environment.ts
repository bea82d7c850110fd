import { NETWORK_LIMIT_SHAPE, needsServers, settingsReader } from '@volant/infra/process/settings/process-settings';
import { SESSION_SECRETS, SESSION_SHAPE } from '@volant/infra/process/settings/session-settings';
import { DESK_SECRETS, DESK_SHAPE, deskIsWhole } from './desk-settings.ts';

/** @throws EnvironmentError */
export const readSettings = settingsReader({
  port: 4003,
  shape: { ...SESSION_SHAPE, ...DESK_SHAPE, ...NETWORK_LIMIT_SHAPE },
  secrets: [...SESSION_SECRETS, ...DESK_SECRETS],
  rules: [deskIsWhole, needsServers('mongodb', 'kafka', 'redis')],
});

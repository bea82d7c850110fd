import { settingsOf } from '@volant/infra/features/gather';
import { needsServers, settingsReader } from '@volant/infra/process/settings/process-settings';
import { SESSION_SECRETS, SESSION_SHAPE } from '@volant/infra/process/settings/session-settings';
import { SUPPORT_FEATURES } from './features.ts';

const own = settingsOf(SUPPORT_FEATURES);

/** @throws EnvironmentError */
export const readSettings = settingsReader({
  port: 4003,
  shape: { ...SESSION_SHAPE, ...own.shape },
  secrets: [...SESSION_SECRETS, ...own.secrets],
  rules: [...own.rules, needsServers('mongodb', 'kafka', 'redis')],
});

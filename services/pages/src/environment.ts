import { settingsOf } from '@volant/infra/features/gather';
import { internalUrl, needsServers, settingsReader } from '@volant/infra/process/settings/process-settings';
import { SESSION_SECRETS, SESSION_SHAPE } from '@volant/infra/process/settings/session-settings';
import { PAGES_FEATURES } from './features.ts';

const own = settingsOf(PAGES_FEATURES);

/** @throws EnvironmentError */
export const readSettings = settingsReader({
  port: 4002,
  shape: { ...SESSION_SHAPE, ...own.shape, VOLANT_ANALYTICS_URL: internalUrl.optional() },
  secrets: SESSION_SECRETS,
  rules: [needsServers('mongodb', 'kafka', 'redis', 's3')],
});

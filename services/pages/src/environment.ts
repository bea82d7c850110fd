import { internalUrl, needsServers, settingsReader } from '@volant/infra/process/settings/process-settings';
import { SESSION_SECRETS, SESSION_SHAPE } from '@volant/infra/process/settings/session-settings';
import { PAGE_LIMIT_SHAPE } from './page-limit.ts';
import { WEBHOOK_SHAPE } from './webhook-settings.ts';

/** @throws EnvironmentError */
export const readSettings = settingsReader({
  port: 4002,
  shape: { ...SESSION_SHAPE, ...PAGE_LIMIT_SHAPE, ...WEBHOOK_SHAPE, VOLANT_ANALYTICS_URL: internalUrl.optional() },
  secrets: SESSION_SECRETS,
  rules: [needsServers('mongodb', 'kafka', 'redis', 's3')],
});

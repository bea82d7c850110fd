import { needsServers, settingsReader } from '@volant/infra/process/process-settings';
import { SESSION_SECRETS, SESSION_SHAPE, sessionSettingsOf } from '@volant/infra/process/session-settings';
import { z } from 'zod';

const maxPages = z.coerce.number({ message: 'must be a whole number' }).int().min(1).max(10_000).default(20);

/** @throws EnvironmentError */
export const readSettings = settingsReader({
  port: 4002,
  shape: { ...SESSION_SHAPE, VOLANT_MAX_PAGES_PER_DRIVER: maxPages },
  secrets: SESSION_SECRETS,
  rules: [needsServers('mongodb', 'kafka', 'redis', 's3')],
  own: (given) => ({
    ...sessionSettingsOf(given),
    /** Pages that drivers may make themselves. */
    maxPagesPerDriver: given.VOLANT_MAX_PAGES_PER_DRIVER,
  }),
});

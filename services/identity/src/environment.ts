import { sessionKeys, signingKey } from '@volant/infra/auth/key-settings';
import {
  INTERNAL_SECRETS,
  INTERNAL_SHAPE,
  internalUrl,
  NETWORK_LIMIT_SHAPE,
  needsServers,
  onOff,
  publicOrigin,
  settingsReader,
} from '@volant/infra/process/settings/process-settings';
import { SECOND_FACTOR_SHAPE, sealingSecrets } from './second-factor-settings.ts';
import { SUPERADMIN_SECRETS, SUPERADMIN_SHAPE, superadminIsWhole, superadminOf } from './superadmin-settings.ts';

/** @throws EnvironmentError */
export const readSettings = settingsReader({
  port: 4001,
  shape: {
    ...INTERNAL_SHAPE,
    ...SUPERADMIN_SHAPE,
    VOLANT_SIGNING_KEY: signingKey,
    VOLANT_SESSION_KEYS: sessionKeys.optional(),
    VOLANT_ORIGIN: publicOrigin,
    VOLANT_PAGES_URL: internalUrl.optional(),
    VOLANT_ANALYTICS_URL: internalUrl.optional(),
    VOLANT_NEUTRAL_FORGOT_PASSWORD: onOff.default(false),
    ...SECOND_FACTOR_SHAPE,
    ...NETWORK_LIMIT_SHAPE,
    VOLANT_SEALING_SECRETS: sealingSecrets.optional(),
  },
  secrets: [
    ...INTERNAL_SECRETS,
    ...SUPERADMIN_SECRETS,
    'VOLANT_SIGNING_KEY',
    'VOLANT_SESSION_KEYS',
    'VOLANT_SEALING_SECRETS',
  ],
  rules: [superadminIsWhole, needsServers('mongodb', 'kafka', 'redis', 's3', 'smtp')],
  own: (given) => ({
    /** Public keys whose tokens are also accepted, for key rotation. */
    otherKeys: given.VOLANT_SESSION_KEYS ?? [],
    superadmin: superadminOf(given),
  }),
});

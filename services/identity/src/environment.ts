import { sessionKeys, signingKey } from '@volant/infra/auth/key-settings';
import { settingsOf } from '@volant/infra/features/gather';
import {
  INTERNAL_SECRETS,
  INTERNAL_SHAPE,
  internalUrl,
  needsServers,
  onOff,
  publicOrigin,
  settingsReader,
} from '@volant/infra/process/settings/process-settings';
import { IDENTITY_FEATURES } from './features.ts';
import { openIdOf } from './openid/settings.ts';
import { superadminOf } from './roles/superadmin-settings.ts';
import { sealingSecrets } from './second-factor/settings.ts';

const own = settingsOf(IDENTITY_FEATURES);

/** @throws EnvironmentError */
export const readSettings = settingsReader({
  port: 4001,
  shape: {
    ...INTERNAL_SHAPE,
    ...own.shape,
    VOLANT_SIGNING_KEY: signingKey,
    VOLANT_SESSION_KEYS: sessionKeys.optional(),
    VOLANT_ORIGIN: publicOrigin,
    VOLANT_PAGES_URL: internalUrl.optional(),
    VOLANT_ANALYTICS_URL: internalUrl.optional(),
    VOLANT_NEUTRAL_FORGOT_PASSWORD: onOff.default(false),
    VOLANT_SEALING_SECRETS: sealingSecrets.optional(),
  },
  secrets: [...INTERNAL_SECRETS, ...own.secrets, 'VOLANT_SIGNING_KEY', 'VOLANT_SESSION_KEYS', 'VOLANT_SEALING_SECRETS'],
  rules: [...own.rules, needsServers('mongodb', 'kafka', 'redis', 's3', 'smtp')],
  own: (given) => ({
    /** Public keys whose tokens are also accepted, for key rotation. */
    otherKeys: given.VOLANT_SESSION_KEYS ?? [],
    superadmin: superadminOf(given),
    openId: openIdOf(given),
  }),
});

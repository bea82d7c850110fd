import { sessionKeys, signingKey } from '@volant/infra/auth/key-settings';
import { needsServers, onOff, publicOrigin, settingsReader } from '@volant/infra/process/process-settings';
import { SUPERADMIN_SECRETS, SUPERADMIN_SHAPE, superadminIsWhole, superadminOf } from './superadmin-settings.ts';

/** @throws EnvironmentError */
export const readSettings = settingsReader({
  port: 4001,
  shape: {
    ...SUPERADMIN_SHAPE,
    VOLANT_SIGNING_KEY: signingKey,
    VOLANT_SESSION_KEYS: sessionKeys.optional(),
    VOLANT_ORIGIN: publicOrigin,
    VOLANT_NEUTRAL_FORGOT_PASSWORD: onOff.default('off'),
  },
  secrets: [...SUPERADMIN_SECRETS, 'VOLANT_SIGNING_KEY', 'VOLANT_SESSION_KEYS'],
  rules: [superadminIsWhole, needsServers('mongodb', 'kafka', 'redis', 's3', 'smtp')],
  own: (given) => ({
    signingKey: given.VOLANT_SIGNING_KEY,
    /** Public keys whose tokens are also accepted, for key rotation. */
    otherKeys: given.VOLANT_SESSION_KEYS ?? [],
    origin: given.VOLANT_ORIGIN,
    neutralForgotPassword: given.VOLANT_NEUTRAL_FORGOT_PASSWORD === 'on',
    superadmin: superadminOf(given),
  }),
});

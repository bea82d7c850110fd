import type { JWK, SigningKey } from '@volant/infra/auth/access-token';
import { sessionKeys, signingKey } from '@volant/infra/auth/key-settings';
import { parseEnvironment, type SettingsRule } from '@volant/infra/process/environment';
import {
  needsServers,
  PROCESS_SECRETS,
  PROCESS_SHAPE,
  type ProcessSettings,
  portOf,
  processSettingsOf,
  publicOrigin,
} from '@volant/infra/process/process-settings';
import { z } from 'zod';

const onOff = z.enum(['on', 'off'], { message: 'must be "on" or "off"' });

const schema = z.object({
  ...PROCESS_SHAPE,
  PORT: portOf(4001),
  VOLANT_SIGNING_KEY: signingKey,
  VOLANT_SESSION_KEYS: sessionKeys.optional(),
  VOLANT_ORIGIN: publicOrigin,
  VOLANT_NEUTRAL_FORGOT_PASSWORD: onOff.default('off'),
  VOLANT_SUPERADMIN_EMAIL: z.email({ message: 'must be an e-mail address' }).optional(),
  VOLANT_SUPERADMIN_PASSWORD: z.string().min(6, 'must have at least 6 characters').max(128).optional(),
});

const SECRETS = [...PROCESS_SECRETS, 'VOLANT_SIGNING_KEY', 'VOLANT_SESSION_KEYS', 'VOLANT_SUPERADMIN_PASSWORD'];

const superadminIsWhole: SettingsRule = (given) =>
  (given.VOLANT_SUPERADMIN_EMAIL === undefined) === (given.VOLANT_SUPERADMIN_PASSWORD === undefined)
    ? []
    : ['VOLANT_SUPERADMIN_EMAIL: needs VOLANT_SUPERADMIN_PASSWORD beside it, and the other way round'];

export interface IdentityProcessSettings extends ProcessSettings {
  readonly signingKey: SigningKey;
  /** Public keys whose tokens are still believed beside those of the signing key: for changing it. */
  readonly otherKeys: readonly JWK[];
  readonly origin: string;
  readonly neutralForgotPassword: boolean;
  readonly superadmin: { readonly email: string; readonly password: string } | undefined;
}

/** @throws EnvironmentError */
export function readSettings(environment: Readonly<Record<string, string | undefined>>): IdentityProcessSettings {
  const given = parseEnvironment(schema, environment, {
    secrets: SECRETS,
    rules: [superadminIsWhole, needsServers('mongodb', 'kafka', 'redis', 's3', 'smtp')],
  });
  const { VOLANT_SUPERADMIN_EMAIL: email, VOLANT_SUPERADMIN_PASSWORD: password } = given;
  return {
    ...processSettingsOf(given, environment),
    signingKey: given.VOLANT_SIGNING_KEY,
    otherKeys: given.VOLANT_SESSION_KEYS ?? [],
    origin: given.VOLANT_ORIGIN,
    neutralForgotPassword: given.VOLANT_NEUTRAL_FORGOT_PASSWORD === 'on',
    superadmin: email !== undefined && password !== undefined ? { email, password } : undefined,
  };
}

/** The settings of this process. */
export function settingsOfProcess(): IdentityProcessSettings {
  return readSettings(process.env);
}

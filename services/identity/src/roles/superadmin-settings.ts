import type { SettingsRule } from '@volant/infra/process/settings/environment';
import { emailAddress } from '@volant/infra/text/email';
import { z } from 'zod';
import type { SettingsOutcome } from './ensure-superadmin.ts';

/** Settings of the first SUPERADMIN for processes that may create one at their start; spread into their schema. */
export const SUPERADMIN_SHAPE = {
  VOLANT_SUPERADMIN_EMAIL: emailAddress.optional(),
  VOLANT_SUPERADMIN_PASSWORD: z.string().min(6, 'must have at least 6 characters').max(128).optional(),
};

export const SUPERADMIN_SECRETS: readonly string[] = ['VOLANT_SUPERADMIN_PASSWORD'];

export const superadminIsWhole: SettingsRule = (given) =>
  (given.VOLANT_SUPERADMIN_EMAIL === undefined) === (given.VOLANT_SUPERADMIN_PASSWORD === undefined)
    ? []
    : ['VOLANT_SUPERADMIN_EMAIL: needs VOLANT_SUPERADMIN_PASSWORD beside it, and the other way round'];

export interface SuperadminSettings {
  readonly email: string;
  readonly password: string;
}

export function superadminOf(
  given: {
    readonly [K in keyof typeof SUPERADMIN_SHAPE]?: z.infer<(typeof SUPERADMIN_SHAPE)[K]>;
  },
): SuperadminSettings | undefined {
  const { VOLANT_SUPERADMIN_EMAIL: email, VOLANT_SUPERADMIN_PASSWORD: password } = given;
  return email !== undefined && password !== undefined ? { email, password } : undefined;
}

/** Warning to the operator if the startup settings changed nothing; undefined if there is no reason for one. */
export function superadminWarning(outcome: SettingsOutcome): string | undefined {
  const remedy = 'Remove the setting, or give the role with `npm run superadmin -- <email>`.';
  if (outcome === 'role is held') {
    return `VOLANT_SUPERADMIN_EMAIL: this address is not that of a SUPERADMIN, and somebody else has the role. Nothing was changed. ${remedy}`;
  }
  if (outcome === 'address is taken') {
    return `VOLANT_SUPERADMIN_EMAIL: this address belongs to an account with another password. It was not made a SUPERADMIN, and nobody has the role. ${remedy}`;
  }
  return undefined;
}

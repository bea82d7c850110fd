import { errorCatalogue } from '@volant/infra/errors/error-catalogue';
import type { MutationResolvers } from '../schema.generated.ts';
import type { IdentityFeature } from '../user/identity-feature.ts';
import { done, ownAccount } from '../user/own-account.ts';
import errorTexts from './errors.json' with { type: 'json' };
import { addPasskey, removePasskey, startPasskey } from './set-up-passkeys.ts';
import { confirmTotp, renewRecoveryCodes, startTotp, switchSecondFactorOff } from './set-up-second-factor.ts';
import { SECOND_FACTOR_SHAPE } from './settings.ts';

const Mutation = {
  startTotp: ownAccount((parts, { password }, ...who) => startTotp(parts, password, ...who)),
  confirmTotp: ownAccount(async (parts, { input }, ...who) => ({ codes: await confirmTotp(parts, input, ...who) })),
  startPasskey: ownAccount(async (parts, { password }, ...who) => ({
    options: await startPasskey(parts, password, ...who),
  })),
  addPasskey: ownAccount(async (parts, { input }, ...who) => ({ codes: await addPasskey(parts, input, ...who) })),
  removePasskey: ownAccount((parts, { input }, ...who) => done(removePasskey(parts, input, ...who))),
  renewRecoveryCodes: ownAccount(async (parts, { password }, ...who) => ({
    codes: await renewRecoveryCodes(parts, password, ...who),
  })),
  switchSecondFactorOff: ownAccount((parts, { password }, ...who) =>
    done(switchSecondFactorOff(parts, password, ...who)),
  ),
} satisfies MutationResolvers;

/** Authenticator apps, passkeys and recovery codes are set up and removed. */
export const secondFactor = {
  resolvers: { Mutation },
  errors: errorCatalogue(
    {
      SECOND_FACTOR_OFF: { status: 409 },
      SECOND_FACTOR_NEEDED: { status: 409 },
      EMAIL_UNPROVED: { status: 409 },
      PASSKEY_NAME: { status: 400, field: 'name' },
      PASSKEY_NOT_FOUND: { status: 404 },
      PASSKEYS_UNAVAILABLE: { status: 409 },
      TOO_MANY_PASSKEYS: { status: 409 },
    },
    errorTexts,
  ),
  settings: { shape: SECOND_FACTOR_SHAPE },
} satisfies IdentityFeature;

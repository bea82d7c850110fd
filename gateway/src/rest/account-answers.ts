import { z } from 'zod';
import { Count, Instant, succeeded, User } from './answers.ts';

const Passkey = z
  .strictObject({
    id: z.string(),
    name: z.string(),
    addedAt: Instant,
    usedAt: Instant.nullable().meta({ description: 'Null before its first log-in.' }),
  })
  .meta({ id: 'Passkey' });

/** An account as only its owner sees it. */
export const OwnUser = User.extend({
  pendingEmail: z.string().nullable().meta({
    description: 'The address asked for that waits to be confirmed; until then `email` stays that of the account.',
  }),
  weeklyLetter: z.boolean().nullable().meta({ description: 'Whether the person receives a letter each week.' }),
  secondFactor: z
    .strictObject({
      on: z.boolean(),
      required: z.boolean().meta({ description: 'Whether the role demands it: until it is on, `role` is DRIVER.' }),
      recoveryCodes: Count.meta({ description: 'How many are left.' }),
      app: z.boolean().meta({ description: 'Whether codes of an authenticator app are accepted.' }),
      passkeys: z.array(Passkey),
    })
    .nullable(),
}).meta({ id: 'OwnUser' });

export const ProfileChanged = succeeded('ProfileChanged', { user: OwnUser });

export const TotpOffered = succeeded('TotpOffered', {
  secret: z.string().meta({ description: 'In base32, to type into an app.' }),
  address: z.string().meta({ description: 'The same as an `otpauth` address, for a QR code.' }),
  setup: z.string().meta({ description: 'To send back with the first code.' }),
});

export const PasskeyOffered = succeeded('PasskeyOffered', {
  options: z.string().meta({ description: 'JSON for `PublicKeyCredential.parseCreationOptionsFromJSON`.' }),
});

export const RecoveryCodes = succeeded('RecoveryCodes', { recoveryCodes: z.array(z.string()) });

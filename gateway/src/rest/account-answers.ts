import { z } from 'zod';
import { User } from './answers.ts';

/** An account as only its owner sees it. */
export const OwnUser = User.extend({
  pendingEmail: z
    .string()
    .nullable()
    .meta({
      told: {
        fr: 'Adresse demandée qui attend sa confirmation\u202f; d’ici là, `email` reste celle du compte.',
        en: 'The address asked for that waits to be confirmed; until then `email` stays that of the account.',
      },
    }),
}).meta({ id: 'OwnUser' });

export const ProfileChanged = z
  .strictObject({ success: z.literal(true), user: OwnUser })
  .meta({ id: 'ProfileChanged' });

import { z } from 'zod';
import { User } from './answers.ts';

/** An account as only its owner sees it. */
export const OwnUser = User.extend({
  pendingEmail: z.string().nullable().meta({
    description: 'The address asked for that waits to be confirmed; until then `email` stays that of the account.',
  }),
}).meta({ id: 'OwnUser' });

export const ProfileChanged = z
  .strictObject({ success: z.literal(true), user: OwnUser })
  .meta({ id: 'ProfileChanged' });

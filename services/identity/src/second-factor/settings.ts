import { internalSecrets, MIN_SECRET_LENGTH } from '@volant/infra/auth/assertion';
import { z } from 'zod';

/** Who must have a second factor; spread into the settings of processes with identity. */
export const SECOND_FACTOR_SHAPE = {
  VOLANT_SECOND_FACTOR: z.enum(['optional', 'staff'], { message: 'must be "optional" or "staff"' }).default('optional'),
};

/** One secret a line; the first encrypts, all of them decrypt. */
export const sealingSecrets = z
  .string()
  .transform(internalSecrets)
  .refine(
    (secrets) => secrets.every(({ length }) => length >= MIN_SECRET_LENGTH),
    `must have at least ${MIN_SECRET_LENGTH} characters in each line`,
  );

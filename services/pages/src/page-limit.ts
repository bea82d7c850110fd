import { z } from 'zod';

/** Default maximum of pages that a driver may create. */
const MAX_PAGES_PER_DRIVER = 20;

/** The limit as a setting of a process. */
export const PAGE_LIMIT_SHAPE = {
  VOLANT_MAX_PAGES_PER_DRIVER: z.coerce
    .number({ message: 'must be a whole number' })
    .int()
    .min(1)
    .max(10_000)
    .default(MAX_PAGES_PER_DRIVER),
};

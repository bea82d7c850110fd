import { z } from 'zod';
import { Count, succeeded } from './answers.ts';

export const PagesChanged = succeeded('PagesChanged', {
  pages: z
    .array(
      z.strictObject({
        id: z.string(),
        outcome: z.enum(['DONE', 'UNCHANGED', 'REFUSED']),
        version: Count.nullable(),
        code: z.string().nullable(),
        error: z.string().nullable(),
      }),
    )
    .meta({ description: 'One for each change, in the same order; refused ones have a code and its text.' }),
});

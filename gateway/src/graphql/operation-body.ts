import { text } from '@volant/infra/text/outside-text';
import { z } from 'zod';

/** The body of `POST /graphql`: an operation, or the hash of a persisted one. */
export const GraphqlOperation = z
  .object({
    query: text().optional(),
    operationName: text().nullish(),
    variables: z.record(text(), z.unknown()).nullish(),
    extensions: z.record(text(), z.unknown()).nullish(),
  })
  // Persisted operations come without their text.
  .refine(({ query, extensions }) => query !== undefined || extensions?.persistedQuery !== undefined);

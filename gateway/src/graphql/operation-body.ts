import { text } from '@volant/infra/text/outside-text';
import { z } from 'zod';

/** Names in each object of the body; the largest listed operation has a tenth of it. */
export const MOST_NAMES = 200;

/** Counted before anything else is done with them, because each name is a text of its own. */
const fewNames = (value: unknown) =>
  typeof value !== 'object' || value === null || Object.keys(value).length <= MOST_NAMES;
const names = z.custom<Readonly<Record<string, unknown>>>(
  (value) => typeof value === 'object' && value !== null && !Array.isArray(value) && fewNames(value),
);

/** The body of `POST /graphql`: an operation, or the hash of a persisted one. */
export const GraphqlOperation = z
  .object({
    query: text().optional(),
    operationName: text().nullish(),
    variables: names.pipe(z.record(text(), z.unknown())).nullish(),
    extensions: names.pipe(z.record(text(), z.unknown())).nullish(),
  })
  // Persisted operations come without their text.
  .refine(({ query, extensions }) => query !== undefined || extensions?.persistedQuery !== undefined);

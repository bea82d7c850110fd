import { z } from 'zod';
import { Count, Instant, succeeded } from './answers.ts';

export const CardStage = z.enum(['ORDERED', 'PRINTED', 'WRITTEN', 'CHECKED', 'SHIPPED']).meta({
  id: 'CardStage',
  description: 'How far a card has got, in the usual order of production. A batch begins with all cards ordered.',
});
const Person = z.strictObject({ id: z.string(), username: z.string().nullable(), email: z.string().nullable() });
const Batch = z.strictObject({
  id: z.string(),
  note: z.string(),
  madeAt: Instant,
  madeBy: Person,
  size: Count,
  version: Count,
  stages: z.array(z.strictObject({ stage: CardStage, count: Count })),
});
export const BatchList = z.strictObject({ batches: z.array(Batch), total: Count, cursor: z.string().nullable() });
export const BatchAnswer = z.strictObject({
  batch: Batch.extend({
    cards: z.array(
      z.strictObject({
        number: Count,
        stage: CardStage,
        page: z.strictObject({ id: z.string(), displayName: z.string() }),
      }),
    ),
    history: z.array(
      z.strictObject({
        version: Count,
        changedAt: Instant,
        by: Person,
        marks: z.array(z.strictObject({ stage: CardStage, numbers: z.array(Count) })),
        note: z.string().nullable().meta({ description: 'The new note, if it was changed.' }),
        restoredFrom: Count.nullable(),
      }),
    ),
  }),
});
export const BatchChanged = succeeded('BatchChanged', { batch: Batch });
export const BatchMarked = succeeded('BatchMarked', {
  batch: Batch,
  unknown: z.array(Count).meta({ description: 'Places in `references`, from 0, that lead to no page of the batch.' }),
});

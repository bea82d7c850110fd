import { z } from 'zod';
import { Instant, succeeded } from './answers.ts';

const Card = z
  .strictObject({
    id: z.string(),
    status: z.enum(['IN_USE', 'LOST', 'REPLACED']),
    since: Instant.nullable().meta({ description: 'When the status last changed.' }),
    addedAt: Instant.nullable(),
    version: z.int(),
  })
  .meta({ id: 'Card' });

/** The cards that lead to a page, its own first. */
export const Cards = z
  .strictObject({
    page: z.strictObject({ id: z.string() }),
    address: z.string().meta({ description: 'Id of a card in use, to open and to share.' }),
    handoverUntil: Instant.nullable(),
    cards: z.array(Card),
  })
  .meta({ id: 'Cards' });

export const PageReleased = succeeded('PageReleased', { id: z.string() });
export const HandoverOffered = succeeded('HandoverOffered', { token: z.string(), expiresAt: Instant });

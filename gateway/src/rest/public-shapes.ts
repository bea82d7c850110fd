import { text } from '@volant/infra/text/outside-text';
import { LONGEST_ITEM_NAME_UNITS, LONGEST_REFERENCE } from '@volant/proto/text/lengths';
import { z } from 'zod';
import { EventType } from './inputs.ts';

const anyEvent = {
  id: text(36)
    .regex(/^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[1-8][0-9a-fA-F]{3}-[89abAB][0-9a-fA-F]{3}-[0-9a-fA-F]{12}$/)
    .optional()
    .meta({
      format: 'uuid',
      description: 'Chosen by the caller, so that a retry does not count twice.',
    }),
  pageId: text(LONGEST_REFERENCE).min(1),
  referrer: text(2000).optional(),
  source: z.enum(['qr', 'nfc', 'link']).optional(),
};
const CUSTOM_FIELD = 'CLICK_CUSTOM_FIELD';
const CustomFieldName = text(LONGEST_ITEM_NAME_UNITS);
/** Excludes the characters that an item name may not contain. */
const READABLE = /^[^\p{Cc}\p{Zl}\p{Zp}\p{Cs}\u202a-\u202e\u2066-\u2069]+$/u;
/** Must match collect's hand-written parser; a test of standalone compares the two. */
export const Event = z
  .union([
    z.object({ ...anyEvent, type: EventType.exclude([CUSTOM_FIELD]), customData: CustomFieldName.optional() }),
    z.object({
      ...anyEvent,
      type: z.literal(CUSTOM_FIELD),
      customData: CustomFieldName.regex(/\S/).regex(READABLE).meta({
        description: 'Name of the custom field.',
      }),
    }),
  ])
  .meta({ id: 'Event' });

export const Collected = z
  .strictObject({
    success: z.literal(true),
    accepted: z.int().min(0),
    refused: z.array(
      z.strictObject({
        index: z.int().min(0),
        code: z.enum(['PAGE_NOT_FOUND', 'PAGE_NOT_SHOWN', 'ITEM_NOT_FOUND', 'BOT_NOT_COUNTED']),
      }),
    ),
  })
  .meta({ id: 'Collected' });

export const Health = z.strictObject({ status: z.literal('ok') });
export const Readiness = z.strictObject({ status: z.enum(['starting', 'ready', 'stopping']) });

const GraphqlError = z
  .strictObject({
    message: z.string().min(1),
    path: z.array(z.union([z.string(), z.int()])).optional(),
    locations: z.array(z.strictObject({ line: z.int(), column: z.int() })).optional(),
    extensions: z.strictObject({
      code: z.string().regex(/^[A-Z][A-Z_]+$/),
      status: z.int(),
      retryAfterSeconds: z.number().optional(),
      field: z.string().optional().meta({
        description: 'What is not valid, where the text names it.',
      }),
      detail: z.string().optional().meta({
        description: 'What is wrong with the operation, for developers.',
      }),
    }),
  })
  .meta({ id: 'GraphqlError' });
export const GraphqlAnswer = z
  .strictObject({
    data: z.record(z.string(), z.unknown()).nullable().optional(),
    errors: z.array(GraphqlError).optional(),
  })
  .meta({ id: 'GraphqlAnswer' });
export const GraphqlRefusal = z.strictObject({ errors: z.array(GraphqlError).min(1) }).meta({ id: 'GraphqlRefusal' });

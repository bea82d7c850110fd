import { DISPLAY_STYLES, eachSwitch, eachText, PROFILE_TEXTS } from '@volant/proto/profile/profile';
import { z } from 'zod';
import { PageState } from './inputs.ts';

/**
 * Response schemas that the graph does not have. The API description is built from them; a schema with an `id` becomes
 * a named schema there.
 */
export const Success = z.strictObject({ success: z.literal(true) }).meta({ id: 'Success' });

/** Schema of a successful response: `success`, and these properties. */
export const succeeded = <Shape extends z.ZodRawShape>(id: string, shape: Shape) =>
  z.strictObject({ success: z.literal(true), ...shape }).meta({ id });

export const Text = z.string();
export const Count = z.int().min(0);
/** Of a list, besides its entries. */
export const LISTED = { total: Count, cursor: Text.nullable() };
export const Instant = z.string().meta({ format: 'date-time' });
export const Day = z.string().meta({ format: 'date' });
export const CountryCode = z.string().regex(/^[A-Z]{2}$/);
export const UploadPath = z.string().regex(/^\/uploads\//);

/** What a field of a page held before or after a change. */
export const Held = z
  .union([z.string(), z.boolean(), z.strictObject({ name: z.string(), value: z.string() })])
  .meta({ description: 'A text, a yes or no, or an item; null: none.' });

const CustomField = z
  .strictObject({
    id: z.string().min(1),
    name: z.string().min(1).max(200),
    value: z.string().min(1).max(200),
    icon: z
      .string()
      .regex(/^(?:[a-z]+\.svg)?$/)
      .meta({ description: 'File below /icons/, or empty.' }),
    color: z
      .string()
      .regex(/^(?:#[0-9A-F]{6})?$/)
      .meta({ description: 'Empty: the default grey.' }),
  })
  .meta({ id: 'CustomField' });

/** The driver's profile data. Missing texts are empty. */
export const Blocks = z
  .strictObject({
    ...eachText((text) => z.string().max(PROFILE_TEXTS[text])),
    ...eachSwitch(() => z.boolean()),
    displayStyle: z.enum(DISPLAY_STYLES),
    customFields: z.array(CustomField).max(20).readonly(),
  })
  .meta({ id: 'Blocks' });

export const PublicPage = z
  .strictObject({
    claimed: z.boolean(),
    state: PageState,
    inactive: z.boolean(),
    displayName: z.string(),
    blocks: Blocks.optional().meta({
      description: 'Where the page shows a profile; so has the `avatar`.',
    }),
    avatar: UploadPath.nullable().optional(),
  })
  .meta({ id: 'PublicPage' });

/** The error form of every response except GraphQL's. */
export const Refusal = z
  .strictObject({
    success: z.literal(false),
    error: z.string().min(1),
    code: z.string().regex(/^[A-Z][A-Z_]+$/),
    field: z.string().optional().meta({ description: 'Path of the refused field.' }),
    challenge: z.string().optional().meta({ description: 'To answer with a second factor.' }),
    passkey: z.string().optional().meta({
      description: 'To answer it with a passkey: JSON for `PublicKeyCredential.parseRequestOptionsFromJSON`.',
    }),
  })
  .meta({ id: 'Refusal' });

import { z } from './zod.ts';

/** The answers of the API, parsed at the boundary. Unknown keys are dropped. */

export const userSchema = z.object({
  id: z.string(),
  username: z.string(),
  email: z.string(),
  avatar: z.string().nullish(),
  phone: z.string().nullish(),
  role: z.enum(['DRIVER', 'SUPPORT', 'ADMIN', 'SUPERADMIN']),
  createdAt: z.string(),
});
export type User = z.infer<typeof userSchema>;

const pageStateSchema = z.enum(['UNCLAIMED', 'ACTIVE', 'INACTIVE', 'DEACTIVATED']);
export type PageState = z.infer<typeof pageStateSchema>;

const text = z
  .string()
  .nullish()
  .transform((value) => value ?? '');

export const blocksSchema = z.object({
  name: text,
  company: text,
  bio: text,
  phone: text,
  email: text,
  whatsapp: text,
  website: text,
  instagram: text,
  displayStyle: z.enum(['modern', 'minimal', 'buttons']).catch('modern'),
  customFields: z.array(z.object({ id: z.string(), name: text, value: text, icon: text, color: text })).catch([]),
});
export type Blocks = z.infer<typeof blocksSchema>;

const blocksOrNothing = z
  .unknown()
  .transform((value) => value ?? {})
  .pipe(blocksSchema);

export const pageSchema = z.object({
  id: z.string(),
  displayName: text,
  state: pageStateSchema,
  createdAt: z.string(),
  avatar: z.string().nullish(),
  indexable: z.boolean().optional().default(false),
  /** A count that cannot be read right now is missing. */
  _count: z.object({ views: z.number().optional() }),
  blocksJson: blocksOrNothing,
});
export type Page = z.infer<typeof pageSchema>;

export const publicPageSchema = z.object({
  claimed: z.boolean(),
  state: pageStateSchema,
  inactive: z.boolean().optional().default(false),
  displayName: text,
  blocks: z.unknown().optional(),
  avatar: z.string().nullish(),
});
export type PublicPage = z.infer<typeof publicPageSchema>;

const count = z.number().optional().default(0);

export const analyticsSchema = z.object({
  summary: z.object({
    views: count,
    clicks: count,
    clicksByType: z.object({
      whatsapp: count,
      call: count,
      email: count,
      website: count,
      instagram: count,
      vcard: count,
      customFields: count,
    }),
    customFieldsBreakdown: z.record(z.string(), z.number()).optional().default({}),
  }),
  chartData: z.array(z.object({ date: z.string(), views: z.number(), clicks: z.number() })),
  recentEvents: z.array(
    z.object({ id: z.string(), type: z.string(), country: z.string().nullish(), createdAt: z.string() }),
  ),
});
export type Analytics = z.infer<typeof analyticsSchema>;

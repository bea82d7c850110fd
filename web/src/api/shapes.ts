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

export const publicPageSchema = z.object({
  claimed: z.boolean(),
  state: pageStateSchema,
  inactive: z.boolean().optional().default(false),
  displayName: text,
  blocks: z.unknown().optional(),
  avatar: z.string().nullish(),
});
export type PublicPage = z.infer<typeof publicPageSchema>;

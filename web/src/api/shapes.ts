import { z } from './zod.ts';

/** The answers of the API, parsed at the boundary. Unknown keys are dropped. */

export const userSchema = z.object({
  id: z.string(),
  username: z.string(),
  email: z.string(),
  avatar: z.nullish(z.string()),
  phone: z.nullish(z.string()),
  role: z.enum(['DRIVER', 'SUPPORT', 'ADMIN', 'SUPERADMIN']),
  createdAt: z.string(),
});
export type User = z.infer<typeof userSchema>;

const pageStateSchema = z.enum(['UNCLAIMED', 'ACTIVE', 'INACTIVE', 'DEACTIVATED']);
export type PageState = z.infer<typeof pageStateSchema>;

const text = z.pipe(
  z.nullish(z.string()),
  z.transform((value) => value ?? ''),
);

export const blocksSchema = z.object({
  name: text,
  company: text,
  bio: text,
  phone: text,
  email: text,
  whatsapp: text,
  website: text,
  instagram: text,
  displayStyle: z.catch(z.enum(['modern', 'minimal', 'buttons']), 'modern'),
  customFields: z.catch(z.array(z.object({ id: z.string(), name: text, value: text, icon: text, color: text })), []),
});
export type Blocks = z.infer<typeof blocksSchema>;

export const publicPageSchema = z.object({
  claimed: z.boolean(),
  state: pageStateSchema,
  inactive: z._default(z.optional(z.boolean()), false),
  displayName: text,
  blocks: z.optional(z.unknown()),
  avatar: z.nullish(z.string()),
});
export type PublicPage = z.infer<typeof publicPageSchema>;

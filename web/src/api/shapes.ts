import { DISPLAY_STYLES, eachSwitch, eachText } from '@volant/proto/profile/profile';
import * as v from 'valibot';

/** Schemas of API responses, parsed at the boundary. Unknown keys are dropped. */

export const userSchema = v.object({
  id: v.string(),
  username: v.string(),
  email: v.string(),
  avatar: v.nullish(v.string()),
  phone: v.nullish(v.string()),
  role: v.picklist(['DRIVER', 'SUPPORT', 'ADMIN', 'SUPERADMIN']),
  createdAt: v.string(),
});
export type User = v.InferOutput<typeof userSchema>;

const pageStateSchema = v.picklist(['UNCLAIMED', 'ACTIVE', 'INACTIVE', 'DEACTIVATED']);
export type PageState = v.InferOutput<typeof pageStateSchema>;

const text = v.nullish(v.string(), '');

export const blocksSchema = v.object({
  ...eachText(() => text),
  ...eachSwitch(() => v.fallback(v.boolean(), false)),
  displayStyle: v.fallback(v.picklist(DISPLAY_STYLES), 'modern'),
  customFields: v.fallback(v.array(v.object({ id: v.string(), name: text, value: text, icon: text, color: text })), []),
});

export const publicPageSchema = v.object({
  claimed: v.boolean(),
  state: pageStateSchema,
  inactive: v.optional(v.boolean(), false),
  displayName: text,
  blocks: v.optional(v.unknown()),
  avatar: v.nullish(v.string()),
});
export type PublicPage = v.InferOutput<typeof publicPageSchema>;

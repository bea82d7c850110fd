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

export const pageStateSchema = v.picklist(['UNCLAIMED', 'ACTIVE', 'INACTIVE', 'DEACTIVATED']);
export type PageState = v.InferOutput<typeof pageStateSchema>;

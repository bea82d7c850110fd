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

export const announcementsSchema = v.array(
  v.object({
    id: v.string(),
    version: v.number(),
    texts: v.array(v.object({ language: v.string(), text: v.string() })),
    end: v.string(),
    level: v.string(),
  }),
);

export type Announcement = v.InferOutput<typeof announcementsSchema>[number];

export const pageStateSchema = v.picklist(['UNCLAIMED', 'ACTIVE', 'INACTIVE', 'DEACTIVATED']);
export type PageState = v.InferOutput<typeof pageStateSchema>;

import { isAdmin } from '@volant/infra/auth/viewer';
import type { UserResolvers } from './schema.generated.ts';

/** Identity resolves the person; this service only has the reference. */
export const User = {
  __resolveReference: ({ id }) => ({ id }),
  pageCount: ({ id }, _, { viewer, pageCountByOwner }) =>
    viewer?.userId === id || isAdmin(viewer) ? pageCountByOwner.load(id) : null,
} satisfies UserResolvers;

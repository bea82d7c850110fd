import { isAdmin } from '@volant/infra/auth/viewer';
import type { TypeResolvers } from '@volant/infra/graphql/subgraph';
import type { PagesContext } from './context.ts';

interface UserReference {
  readonly id: string;
}

/** Identity resolves the person; this service only has the reference. */
export const User: TypeResolvers<PagesContext> = {
  __resolveReference: ({ id }: UserReference) => ({ id }),
  pageCount: ({ id }: UserReference, _: unknown, { viewer, pageCountByOwner }: PagesContext) =>
    viewer?.userId === id || isAdmin(viewer) ? pageCountByOwner.load(id) : null,
};

import type { TypeResolvers } from '@volant/infra/graphql/subgraph';
import { maySee } from '../page/decide.ts';
import { isInactive, ownerOf } from '../page/page.ts';
import type { PageRecord } from '../views/pages/page-queries.ts';
import { actorOf, type PagesContext } from './context.ts';

/** Whoever gets hold of a Page here is its owner or an administrator: each way to one checks. */
export const Page: TypeResolvers<PagesContext> = {
  async __resolveReference({ uid }: { readonly uid: string }, { viewer, pageByUid }: PagesContext) {
    if (viewer === undefined) return null;
    const record = await pageByUid.load(uid);
    return record !== undefined && maySee(actorOf(viewer), record.page) ? record : null;
  },
  uid: ({ page }: PageRecord) => page.uid,
  id: ({ page }: PageRecord) => page.publicId,
  displayName: ({ page }: PageRecord) => page.displayName,
  state: ({ page }: PageRecord) => page.state,
  ownerId: ({ page }: PageRecord) => ownerOf(page) ?? null,
  owner: ({ page }: PageRecord) => {
    const id = ownerOf(page);
    return id === undefined ? null : { id };
  },
  tenure: ({ page }: PageRecord) => page.tenure,
  createdAt: ({ page }: PageRecord) => page.createdAt,
  claimedAt: ({ page }: PageRecord) => (page.status === 'owned' ? page.claimedAt : null),
  claimed: ({ page }: PageRecord) => page.status === 'owned',
  inactive: ({ page }: PageRecord) => isInactive(page),
  avatar: ({ page }: PageRecord) => page.avatar,
  blocks: ({ page }: PageRecord) => page.profile,
  indexable: ({ page }: PageRecord) => page.indexable,
  version: ({ version }: PageRecord) => version,
};

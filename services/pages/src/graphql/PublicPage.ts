import type { TypeResolvers } from '@volant/infra/graphql/subgraph';
import { isInactive, nameOf, showsProfile } from '../page/page.ts';
import type { PageRecord } from '../views/pages/page-queries.ts';
import type { PagesContext } from './context.ts';

/** Accessible to everybody: profile and picture are present only while visitors see them. */
export const PublicPage: TypeResolvers<PagesContext> = {
  claimed: ({ page }: PageRecord) => page.status === 'owned',
  state: ({ page }: PageRecord) => page.state,
  inactive: ({ page }: PageRecord) => isInactive(page),
  displayName: ({ page }: PageRecord) => nameOf(page),
  profile: ({ page }: PageRecord) => (showsProfile(page) ? page.profile : null),
  blocks: ({ page }: PageRecord) => (showsProfile(page) ? page.profile : null),
  avatar: ({ page }: PageRecord) => (showsProfile(page) ? page.avatar : null),
};

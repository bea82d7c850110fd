import type { PagesFeature } from '../page/pages-feature.ts';
import { deactivationNotices } from './deactivation-notices.ts';
import { ADMINISTRATION_RESOLVERS } from './resolvers.ts';

export const administration = {
  resolvers: ADMINISTRATION_RESOLVERS,
  notices: deactivationNotices,
} satisfies PagesFeature;

import { isInactive, nameOf, showsProfile } from '../page/page.ts';
import type { PublicPageResolvers } from './schema.generated.ts';

/** Accessible to everybody: profile and picture are present only while visitors see them. */
export const PublicPage = {
  claimed: ({ page }) => page.status === 'owned',
  state: ({ page }) => page.state,
  inactive: ({ page }) => isInactive(page),
  displayName: ({ page }) => nameOf(page),
  profile: ({ page }) => (showsProfile(page) ? page.profile : null),
  blocks: ({ page }) => (showsProfile(page) ? page.profile : null),
  avatar: ({ page }) => (showsProfile(page) ? page.avatar : null),
} satisfies Required<PublicPageResolvers>;

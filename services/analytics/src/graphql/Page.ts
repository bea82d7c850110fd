import { isAdmin, type Viewer } from '@volant/infra/auth/viewer';
import { DomainError } from '@volant/infra/errors/domain-error';
import type { TypeResolvers } from '@volant/infra/graphql/subgraph';
import { isUuid } from '../collect/event-id.ts';
import type { AdminAnalyticsSource } from './AdminPageAnalytics.ts';
import { type AnalyticsContext, requireAdministrator } from './context.ts';
import type { AnalyticsSource } from './PageAnalytics.ts';

/** A page as the gateway names it: its key and, for fields that need them, ownership and owner. */
interface PageReference {
  readonly uid: string;
  readonly ownerId?: string | null;
  readonly tenure?: number;
}

export const Page: TypeResolvers<AnalyticsContext> = {
  __resolveReference: (reference: PageReference): PageReference => reference,

  eventCount: async (page: PageReference, _: unknown, { viewer, counts }: AnalyticsContext) =>
    (await counts.load(ownershipSeenBy(viewer, page))).events,

  viewCount: async (page: PageReference, _: unknown, { viewer, counts }: AnalyticsContext) =>
    (await counts.load(ownershipSeenBy(viewer, page))).views,

  analytics: (
    page: PageReference,
    { withoutOwner }: { withoutOwner: boolean | null },
    { viewer }: AnalyticsContext,
  ): AnalyticsSource => ({ ...ownershipSeenBy(viewer, page), withoutOwner: withoutOwner ?? false }),

  adminAnalytics: (page: PageReference, _: unknown, context: AnalyticsContext): AdminAnalyticsSource => {
    requireAdministrator(context);
    return { pageUid: uidOf(page), tenure: 'all', withoutOwner: false };
  },
};

/**
 * The page's present ownership, for its owner and administrators.
 * @throws DomainError UNAUTHENTICATED, or PAGE_NOT_FOUND, which does not tell a stranger whether the page exists
 */
function ownershipSeenBy(viewer: Viewer | undefined, { uid, ownerId, tenure }: PageReference) {
  if (viewer === undefined) throw new DomainError('UNAUTHENTICATED');
  if (viewer.userId !== ownerId && !isAdmin(viewer)) throw new DomainError('PAGE_NOT_FOUND');
  if (tenure === undefined) throw new DomainError('PAGE_NOT_FOUND');
  return { pageUid: uidOf({ uid }), tenure };
}

/** @throws DomainError PAGE_NOT_FOUND for what cannot be the key of a page */
function uidOf({ uid }: PageReference): string {
  if (!isUuid(uid)) throw new DomainError('PAGE_NOT_FOUND');
  return uid;
}

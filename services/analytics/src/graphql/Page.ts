import { requireAdministrator } from '@volant/infra/auth/guards';
import { isAdmin, type Viewer } from '@volant/infra/auth/viewer';
import { DomainError } from '@volant/infra/errors/domain-error';
import { isUuid } from '../collect/event-id.ts';
import type { Ownership } from '../reports/counted-events.ts';
import type { PageReport } from '../reports/page-report.ts';
import type { AdminAnalyticsSource } from './AdminPageAnalytics.ts';
import type { EventResolvers, PageResolvers, PageTotalResolvers } from './schema.generated.ts';

/** A page as the gateway references it: its key and, for fields that require them, ownership and owner. */
export interface PageReference {
  readonly uid: string;
  readonly ownerId?: string | null | undefined;
  readonly tenure?: number | undefined;
  readonly claimedAt?: Date | string | null | undefined;
}

export const Page = {
  eventCount: async (page, _, { viewer, counts }) => (await counts.load(ownershipSeenBy(viewer, page))).events,

  viewCount: async (page, _, { viewer, counts }) => (await counts.load(ownershipSeenBy(viewer, page))).views,

  week: (page, _, { viewer, weeks }) => weeks.load(ownershipSeenBy(viewer, page)),

  analytics: (page, { withoutOwner, period }, { viewer, pageReport }): PageReport => {
    const scope = { ...ownershipSeenBy(viewer, page), withoutOwner: withoutOwner ?? false };
    return pageReport(scope, period ?? undefined);
  },

  adminAnalytics: (page, _, context): AdminAnalyticsSource => {
    requireAdministrator(context);
    const scope = { pageUid: uidOf(page), tenure: 'all', withoutOwner: false } as const;
    return { pageUid: scope.pageUid, report: context.pageReport(scope) };
  },
} satisfies PageResolvers;

/** Resolvers of what names its page by the key. */
export const ofPage = {
  page: ({ pageUid }: { readonly pageUid: string }) => ({ uid: pageUid }),
} satisfies EventResolvers & PageTotalResolvers;

/**
 * The page's present ownership, for its owner and administrators.
 * @throws DomainError UNAUTHENTICATED, or PAGE_NOT_FOUND, which does not reveal to a stranger whether the page exists
 */
function ownershipSeenBy(viewer: Viewer | undefined, { uid, ownerId, tenure, claimedAt }: PageReference): Ownership {
  if (viewer === undefined) throw new DomainError('UNAUTHENTICATED');
  if (viewer.userId !== ownerId && !isAdmin(viewer)) throw new DomainError('PAGE_NOT_FOUND');
  if (tenure === undefined || !isUuid(uid)) throw new DomainError('PAGE_NOT_FOUND');
  return { pageUid: uid, tenure, since: claimedAt ? new Date(claimedAt) : undefined };
}

/** @throws DomainError PAGE_NOT_FOUND if the uid cannot be a page key */
function uidOf({ uid }: PageReference): string {
  if (!isUuid(uid)) throw new DomainError('PAGE_NOT_FOUND');
  return uid;
}

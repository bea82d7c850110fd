import { requireAdministrator } from '@volant/infra/auth/guards';
import { isAdmin, type Viewer } from '@volant/infra/auth/viewer';
import { DomainError } from '@volant/infra/errors/domain-error';
import type { TypeResolvers } from '@volant/infra/graphql/subgraph';
import { isUuid } from '../collect/event-id.ts';
import type { Ownership } from '../reports/counted-events.ts';
import type { EventCounts } from '../reports/event-counts.ts';
import type { AdminAnalyticsSource } from './AdminPageAnalytics.ts';
import type { AnalyticsContext } from './context.ts';
import type { AnalyticsSource } from './PageAnalytics.ts';

/** A page as the gateway names it: its key and, for fields that need them, ownership and owner. */
interface PageReference {
  readonly __typename: 'Page';
  readonly uid: string;
  readonly ownerId?: string | null | undefined;
  readonly tenure?: number | undefined;
}

export const Page: TypeResolvers<AnalyticsContext> = {
  async __resolveReferences(
    references: readonly PageReference[],
    context: AnalyticsContext,
    asked: ReadonlySet<string>,
  ): Promise<readonly PageReference[]> {
    return asked.has('eventCount') || asked.has('viewCount') ? withCounts(references, context) : references;
  },

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

/** The pages with their counts; in place of a page's counts stands what forbids to see them or keeps them from being read. */
async function withCounts(
  references: readonly PageReference[],
  { viewer, count }: AnalyticsContext,
): Promise<readonly PageReference[]> {
  const seen = references.map((reference) => ownershipOrRefusal(viewer, reference));
  const ownerships = seen.filter((each): each is Ownership => !(each instanceof DomainError));
  const counts = await countsOrRefusal(() => count(ownerships));
  let counted = 0;
  return references.map((reference, place) => {
    let found: EventCounts | DomainError | undefined;
    if (seen[place] instanceof DomainError) found = seen[place];
    else if (counts instanceof DomainError) found = counts;
    else {
      found = counts[counted];
      counted += 1;
    }
    return found instanceof DomainError
      ? pageWith(reference, found, found)
      : pageWith(reference, found?.events, found?.views);
  });
}

type Count = number | DomainError | undefined;

/** Field by field: on Node 20 a copy that is then added to takes long and stays until the next full collection. */
function pageWith({ __typename, uid, ownerId, tenure }: PageReference, eventCount: Count, viewCount: Count) {
  return { __typename, uid, ownerId, tenure, eventCount, viewCount };
}

async function countsOrRefusal(
  count: () => Promise<readonly EventCounts[]>,
): Promise<readonly EventCounts[] | DomainError> {
  try {
    return await count();
  } catch (error) {
    if (error instanceof DomainError) return error;
    throw error;
  }
}

/** @throws DomainError, see `ownershipOrRefusal` */
function ownershipSeenBy(viewer: Viewer | undefined, page: PageReference): Ownership {
  const found = ownershipOrRefusal(viewer, page);
  if (found instanceof DomainError) throw found;
  return found;
}

/**
 * The page's present ownership, for its owner and administrators; otherwise
 * UNAUTHENTICATED, or PAGE_NOT_FOUND, which does not tell a stranger whether the page exists.
 */
function ownershipOrRefusal(
  viewer: Viewer | undefined,
  { uid, ownerId, tenure }: PageReference,
): Ownership | DomainError {
  if (viewer === undefined) return new DomainError('UNAUTHENTICATED');
  if (viewer.userId !== ownerId && !isAdmin(viewer)) return new DomainError('PAGE_NOT_FOUND');
  return tenure === undefined || !isUuid(uid) ? new DomainError('PAGE_NOT_FOUND') : { pageUid: uid, tenure };
}

/** @throws DomainError PAGE_NOT_FOUND for what cannot be the key of a page */
function uidOf({ uid }: PageReference): string {
  if (!isUuid(uid)) throw new DomainError('PAGE_NOT_FOUND');
  return uid;
}

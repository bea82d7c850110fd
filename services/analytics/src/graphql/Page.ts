import { requireAdministrator } from '@volant/infra/auth/guards';
import { isAdmin, type Viewer } from '@volant/infra/auth/viewer';
import { DomainError } from '@volant/infra/errors/domain-error';
import type { TypeResolvers } from '@volant/infra/graphql/subgraph';
import { isUuid } from '../collect/event-id.ts';
import type { Ownership } from '../reports/counted-events.ts';
import type { EventCounts } from '../reports/event-counts.ts';
import type { CountOf } from '../reports/gathered-counts.ts';
import type { PageReport } from '../reports/page-report.ts';
import type { Period } from '../reports/periods.ts';
import type { WeekCounts } from '../reports/week-counts.ts';
import type { AdminAnalyticsSource } from './AdminPageAnalytics.ts';
import type { AnalyticsContext } from './context.ts';

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
    const ofAll = asked.has('eventCount') || asked.has('viewCount');
    if (!ofAll && !asked.has('week')) return references;
    const seen = references.map((reference) => ownershipOrRefusal(context.viewer, reference));
    const [counts, weeks] = await Promise.all([
      ofAll ? countsOf(seen, context.count) : [],
      asked.has('week') ? countsOf(seen, context.countWeeks) : [],
    ]);
    return references.map((reference, place) => pageWith(reference, counts[place], weeks[place]));
  },

  analytics: (
    page: PageReference,
    { withoutOwner, period }: { withoutOwner: boolean | null; period?: Period | null },
    { viewer, pageReport, today }: AnalyticsContext,
  ): PageReport => {
    const scope = { ...ownershipSeenBy(viewer, page), withoutOwner: withoutOwner ?? false };
    return pageReport(scope, today, period ?? undefined);
  },

  adminAnalytics: (page: PageReference, _: unknown, context: AnalyticsContext): AdminAnalyticsSource => {
    requireAdministrator(context);
    const scope = { pageUid: uidOf(page), tenure: 'all', withoutOwner: false } as const;
    return { pageUid: scope.pageUid, report: context.pageReport(scope, context.today) };
  },
};

/** The counts of each page; in their place stands what forbids to see them or keeps them from being read. */
async function countsOf<Counts extends object>(
  seen: readonly (Ownership | DomainError)[],
  count: CountOf<Counts>,
): Promise<readonly (Counts | DomainError | undefined)[]> {
  const ownerships = seen.filter((each): each is Ownership => !(each instanceof DomainError));
  const counts = await countsOrRefusal(() => count(ownerships));
  let counted = 0;
  return seen.map((each) => {
    if (each instanceof DomainError) return each;
    if (counts instanceof DomainError) return counts;
    counted += 1;
    return counts[counted - 1];
  });
}

/** Field by field: on Node 20 a copy that is then added to takes long and stays until the next full collection. */
function pageWith(
  { __typename, uid, ownerId, tenure }: PageReference,
  counts: EventCounts | DomainError | undefined,
  week: WeekCounts | DomainError | undefined,
) {
  const refused = counts instanceof DomainError;
  const eventCount = refused ? counts : counts?.events;
  const viewCount = refused ? counts : counts?.views;
  return { __typename, uid, ownerId, tenure, eventCount, viewCount, week };
}

async function countsOrRefusal<Counts>(
  count: () => Promise<readonly Counts[]>,
): Promise<readonly Counts[] | DomainError> {
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

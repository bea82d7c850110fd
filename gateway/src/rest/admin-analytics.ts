import type { EventType } from '@volant/proto/activity/click-types';
import { fixedOperation } from '../supergraph/graph.ts';
import type { Operations } from '../supergraph/operations.generated.ts';
import { AdminPageAnalytics, GlobalAnalytics } from './answers.ts';
import { IdParams } from './inputs.ts';
import { PAGE_FIELDS, restPage } from './page.ts';
import { type RestRegistrar, routesWith } from './route.ts';

type Totals = Pick<
  Operations['RestGlobalAnalytics']['data']['globalAnalytics'],
  'totalEvents' | 'eventsByType' | 'days'
>;

const TOTALS = 'totalEvents eventsByType { type count } days { date count }';
const EVENT = 'id type country createdAt';

const globalAnalytics = fixedOperation(`query RestGlobalAnalytics {
  globalAnalytics {
    ${TOTALS}
    topPages { page { id displayName owner { username } } events }
    recentEvents { ${EVENT} page { id } }
  }
  everyPage: pages(first: 1) { totalCount }
  activePages: pages(first: 1, filter: { state: ACTIVE }) { totalCount }
  claimedPages: pages(first: 1, filter: { claimed: CLAIMED }) { totalCount }
  users(first: 1) { totalCount }
}`);
const pageAnalytics = fixedOperation(`query RestAdminPageAnalytics($id: ID!) {
  adminPage(id: $id) {
    ${PAGE_FIELDS}
    adminAnalytics {
      ${TOTALS}
      recentEvents { ${EVENT} }
      topReferrers { referrer count }
      topCountries { country count }
    }
  }
}`);

/** Analytics for administrators: over all ownerships, up to the present moment. */
export function registerAdminAnalytics(register: RestRegistrar): void {
  const route = routesWith(register, { tag: 'administration', access: 'admin' });
  route({
    id: 'globalAnalytics',
    summary: 'Figures of all pages: totals, events by type and by day, top pages, latest events.',
    answer: GlobalAnalytics,
    endpoint: 'GET /api/admin/analytics',
    async handle({ run }) {
      const found = await run(globalAnalytics, {});
      const { topPages, recentEvents, ...totals } = found.globalAnalytics;
      return {
        totalPages: found.everyPage.totalCount,
        totalUsers: found.users.totalCount,
        activePages: found.activePages.totalCount,
        claimedPages: found.claimedPages.totalCount,
        ...restTotals(totals),
        // A page that was just deleted has no name to show.
        topPages: topPages.flatMap(({ page, events }) => (page === null ? [] : [{ ...page, _count: { events } }])),
        recentEvents: [...recentEvents],
      };
    },
  });
  route({
    id: 'adminPageAnalytics',
    summary: 'Figures of one page over all its owners: by type and by day, referrers, countries, latest events.',
    codes: ['PAGE_NOT_FOUND'],
    answer: AdminPageAnalytics,
    endpoint: 'GET /api/admin/pages/:id/analytics',
    params: IdParams,
    async handle({ params, run }) {
      const { adminAnalytics, ...page } = (await run(pageAnalytics, params)).adminPage;
      const { recentEvents, topReferrers, topCountries, ...totals } = adminAnalytics;
      return {
        page: restPage(page),
        ...restTotals(totals),
        recentEvents: [...recentEvents],
        topReferrers: [...topReferrers],
        topCountries: [...topCountries],
      };
    },
  });
}

function restTotals({ totalEvents, eventsByType, days }: Totals) {
  return {
    totalEvents,
    // The service returns every type.
    eventsByType: Object.fromEntries(eventsByType.map(({ type, count }) => [type, count])) as Record<EventType, number>,
    dailyStats: [...days],
  };
}

import { z } from 'zod';
import { fixedOperation } from '../supergraph/graph.ts';
import type { Operations } from '../supergraph/operations.generated.ts';
import { Count } from './answers.ts';
import { fieldsOf } from './graph-shapes.ts';
import { EventType } from './inputs.ts';
import { PAGE_FIELDS, Page, restPage } from './page.ts';
import { type RestRegistrar, routesWith } from './route.ts';

type Totals = Pick<Operations['RestGlobalAnalytics']['data']['globalAnalytics'], 'eventsByType' | 'days'>;

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

const EventsByType = z.record(EventType, Count);
const { days: daysOfPage, ...ofPage } = fieldsOf(pageAnalytics, 'adminPage', 'adminAnalytics');
const AdminPageAnalytics = z
  .strictObject({ page: Page, ...ofPage, eventsByType: EventsByType, dailyStats: daysOfPage })
  .meta({ id: 'AdminPageAnalytics' });
const { days: daysOfAll, ...ofAll } = fieldsOf(globalAnalytics, 'globalAnalytics');
const TopPage = z.strictObject({
  ...fieldsOf(globalAnalytics, 'globalAnalytics', 'topPages', 'page'),
  _count: z.strictObject({ events: Count }),
});
const GlobalAnalytics = z
  .strictObject({
    ...{ totalPages: Count, totalUsers: Count, activePages: Count, claimedPages: Count },
    ...{ ...ofAll, eventsByType: EventsByType, dailyStats: daysOfAll, topPages: z.array(TopPage) },
  })
  .meta({ id: 'GlobalAnalytics' });

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
      const { topPages, ...totals } = found.globalAnalytics;
      return {
        totalPages: found.everyPage.totalCount,
        totalUsers: found.users.totalCount,
        activePages: found.activePages.totalCount,
        claimedPages: found.claimedPages.totalCount,
        ...restTotals(totals),
        // A page that was just deleted has no name to show.
        topPages: topPages.flatMap(({ page, events }) => (page === null ? [] : [{ ...page, _count: { events } }])),
      };
    },
  });
  route({
    id: 'adminPageAnalytics',
    summary: 'Figures of one page over all its owners: by type and by day, referrers, countries, latest events.',
    codes: ['PAGE_NOT_FOUND'],
    answer: AdminPageAnalytics,
    endpoint: 'GET /api/admin/pages/:id/analytics',
    async handle({ params, ask }) {
      const { adminAnalytics, ...page } = await ask(pageAnalytics, params);
      return { page: restPage(page), ...restTotals(adminAnalytics) };
    },
  });
}

function restTotals<Given extends Totals>({ eventsByType, days, ...rest }: Given) {
  // The service returns every type.
  const byType = Object.fromEntries(eventsByType.map(({ type, count }) => [type, count]));
  return { ...rest, eventsByType: byType as z.infer<typeof EventsByType>, dailyStats: days };
}

import type { z } from 'zod';
import { fixedOperation } from '../supergraph/graph.ts';
import { AdminPageAnalytics, GlobalAnalytics } from './answers.ts';
import { type EventType, IdParams } from './inputs.ts';
import { type GraphPage, PAGE_FIELDS, restPage } from './page.ts';
import type { RestRegistrar } from './route.ts';

type EventTypeName = z.infer<typeof EventType>;

interface GraphEvent {
  readonly id: string;
  readonly type: EventTypeName;
  readonly country: string | null;
  readonly createdAt: string;
}

interface GraphTotals {
  readonly totalEvents: number;
  readonly eventsByType: readonly { readonly type: EventTypeName; readonly count: number }[];
  readonly days: readonly { readonly date: string; readonly count: number }[];
}

interface GraphPageTotal {
  readonly page: {
    readonly id: string;
    readonly displayName: string;
    readonly owner: { readonly username: string | null } | null;
  } | null;
  readonly events: number;
}

interface Counted {
  readonly totalCount: number;
}

const TOTALS = 'totalEvents eventsByType { type count } days { date count }';
const EVENT = 'id type country createdAt';

const globalAnalytics = fixedOperation<{
  globalAnalytics: GraphTotals & {
    readonly topPages: readonly GraphPageTotal[];
    readonly recentEvents: readonly (GraphEvent & { readonly page: { readonly id: string } | null })[];
  };
  everyPage: Counted;
  activePages: Counted;
  claimedPages: Counted;
  users: Counted;
}>(
  `query RestGlobalAnalytics {
    globalAnalytics {
      ${TOTALS}
      topPages { page { id displayName owner { username } } events }
      recentEvents { ${EVENT} page { id } }
    }
    everyPage: pages(first: 1) { totalCount }
    activePages: pages(first: 1, filter: { state: ACTIVE }) { totalCount }
    claimedPages: pages(first: 1, filter: { claimed: CLAIMED }) { totalCount }
    users(first: 1) { totalCount }
  }`,
);
const pageAnalytics = fixedOperation<{
  adminPage: GraphPage & {
    readonly adminAnalytics: GraphTotals & {
      readonly recentEvents: readonly GraphEvent[];
      readonly topReferrers: readonly { readonly referrer: string; readonly count: number }[];
      readonly topCountries: readonly { readonly country: string; readonly count: number }[];
    };
  };
}>(
  `query RestAdminPageAnalytics($id: ID!) {
    adminPage(id: $id) {
      ${PAGE_FIELDS}
      adminAnalytics {
        ${TOTALS}
        recentEvents { ${EVENT} }
        topReferrers { referrer count }
        topCountries { country count }
      }
    }
  }`,
);

/** Analytics for administrators: over all ownerships, up to the present moment. */
export function registerAdminAnalytics(route: RestRegistrar): void {
  route({
    operation: {
      id: 'globalAnalytics',
      tag: 'administration',
      summary: 'Figures of all pages: totals, events by type and by day, top pages, latest events.',
      access: 'admin',
      codes: [],
    },
    answer: GlobalAnalytics,
    method: 'GET',
    url: '/api/admin/analytics',
    async handle({ graph, call }) {
      const found = await graph.run(globalAnalytics, {}, call);
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
    operation: {
      id: 'adminPageAnalytics',
      tag: 'administration',
      summary: 'Figures of one page over all its owners: by type and by day, referrers, countries, latest events.',
      access: 'admin',
      codes: ['PAGE_NOT_FOUND'],
    },
    answer: AdminPageAnalytics,
    method: 'GET',
    url: '/api/admin/pages/:id/analytics',
    params: IdParams,
    async handle({ params, graph, call }) {
      const { adminAnalytics, ...page } = (await graph.run(pageAnalytics, params, call)).adminPage;
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

function restTotals({ totalEvents, eventsByType, days }: GraphTotals) {
  return {
    totalEvents,
    // The service returns every type.
    eventsByType: Object.fromEntries(eventsByType.map(({ type, count }) => [type, count])) as Record<
      EventTypeName,
      number
    >,
    dailyStats: [...days],
  };
}

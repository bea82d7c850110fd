import { z } from 'zod';
import { PageStateInput } from './inputs.ts';

/**
 * What the calls answer, as the description of the API tells it. A schema with
 * an `id` becomes a named schema there.
 */
export const Success = z.strictObject({ success: z.literal(true) }).meta({ id: 'Success' });

/** A count that cannot be read right now is left out. */
const PageCounts = z.strictObject({ events: z.int().optional(), views: z.int().optional() });

export const Role = z.enum(['DRIVER', 'SUPPORT', 'ADMIN', 'SUPERADMIN']).meta({ id: 'Role' });

export const User = z
  .strictObject({
    id: z.string(),
    username: z.string().nullable(),
    email: z.string().nullable(),
    avatar: z.string().nullable(),
    phone: z.string().nullable(),
    role: z.string().nullable(),
    createdAt: z.string().nullable(),
    _count: z.strictObject({ pages: z.int().optional() }),
  })
  .meta({ id: 'User' });

export const SignedIn = z
  .strictObject({ success: z.literal(true), token: z.string(), user: User })
  .meta({ id: 'SignedIn' });

export const UserChanged = z.strictObject({ success: z.literal(true), user: User }).meta({ id: 'UserChanged' });

export const PageState = PageStateInput.meta({ id: 'PageState' });

export const Page = z
  .strictObject({
    id: z.string(),
    displayName: z.string(),
    state: z.string(),
    ownerId: z.string().nullable(),
    owner: z.strictObject({ id: z.string(), username: z.string().nullable(), email: z.string().nullable() }).nullable(),
    createdAt: z.string(),
    claimedAt: z.string().nullable(),
    claimed: z.boolean(),
    inactive: z.boolean(),
    avatar: z.string().nullable(),
    indexable: z.boolean(),
    _count: PageCounts,
    blocksJson: z.unknown(),
  })
  .meta({ id: 'Page' });

export const PageList = z
  .strictObject({ pages: z.array(Page), total: z.int(), cursor: z.string().nullable() })
  .meta({ id: 'PageList' });

export const PageMade = z.strictObject({ success: z.literal(true), page: Page }).meta({ id: 'PageMade' });

export const PublicPage = z
  .strictObject({
    claimed: z.boolean(),
    state: PageState,
    inactive: z.boolean(),
    displayName: z.string(),
    blocks: z.unknown().optional(),
    avatar: z.string().nullable().optional(),
  })
  .meta({ id: 'PublicPage' });

export const RecentEvent = z
  .strictObject({ id: z.string(), type: z.string(), country: z.string().nullable(), createdAt: z.string() })
  .meta({ id: 'RecentEvent' });

export const PageAnalytics = z
  .strictObject({
    summary: z.strictObject({
      views: z.int(),
      clicks: z.int(),
      clicksByType: z.record(z.string(), z.int()),
      customFieldsBreakdown: z.record(z.string(), z.int()),
    }),
    chartData: z.array(z.strictObject({ date: z.string(), views: z.int(), clicks: z.int() })),
    recentEvents: z.array(RecentEvent),
  })
  .meta({ id: 'PageAnalytics' });

const EventsByType = z.record(z.string(), z.int());
const DailyStats = z.array(z.strictObject({ date: z.string(), count: z.int() }));

export const AdminPageAnalytics = z
  .strictObject({
    page: Page,
    totalEvents: z.int(),
    eventsByType: EventsByType,
    recentEvents: z.array(RecentEvent),
    dailyStats: DailyStats,
    topReferrers: z.array(z.strictObject({ referrer: z.string(), count: z.int() })),
    topCountries: z.array(z.strictObject({ country: z.string(), count: z.int() })),
  })
  .meta({ id: 'AdminPageAnalytics' });

export const GlobalAnalytics = z
  .strictObject({
    totalPages: z.int(),
    totalUsers: z.int(),
    totalEvents: z.int(),
    activePages: z.int(),
    claimedPages: z.int(),
    eventsByType: EventsByType,
    dailyStats: DailyStats,
    topPages: z.array(
      z.strictObject({
        id: z.string(),
        displayName: z.string(),
        owner: z.strictObject({ username: z.string().nullable() }).nullable(),
        _count: z.strictObject({ events: z.int() }),
      }),
    ),
    recentEvents: z.array(
      z.strictObject({
        id: z.string(),
        type: z.string(),
        country: z.string().nullable(),
        createdAt: z.string(),
        page: z.strictObject({ id: z.string() }).nullable(),
      }),
    ),
  })
  .meta({ id: 'GlobalAnalytics' });

/** The form of every refusal. */
export const Refusal = z
  .strictObject({ success: z.literal(false), error: z.string(), code: z.string() })
  .meta({ id: 'Refusal' });

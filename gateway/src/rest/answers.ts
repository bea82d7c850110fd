import { DISPLAY_STYLES, eachSwitch, eachText, PROFILE_TEXTS } from '@volant/proto/profile/profile';
import { z } from 'zod';
import { EventType, PageStateInput } from './inputs.ts';

/**
 * Response schemas of the calls. The API description is built from them; a schema with an `id` becomes a named schema
 * there.
 */
export const Success = z.strictObject({ success: z.literal(true) }).meta({ id: 'Success' });

/** Schema of a successful response: `success`, and these properties. */
export const succeeded = <Shape extends z.ZodRawShape>(id: string, shape: Shape) =>
  z.strictObject({ success: z.literal(true), ...shape }).meta({ id });

export const Count = z.int().min(0);
export const Instant = z.string().meta({ format: 'date-time' });
export const Day = z.string().meta({ format: 'date', description: 'A day in Europe/Paris.' });
const Country = z
  .string()
  .regex(/^[A-Z]{2}$/)
  .nullable();
const UploadPath = z
  .string()
  .regex(/^\/uploads\//)
  .nullable();

/** Counts that cannot be read at the moment are left out. */
const PageCounts = z.strictObject({ events: Count.optional(), views: Count.optional() });

export const Role = z.enum(['DRIVER', 'SUPPORT', 'ADMIN', 'SUPERADMIN']).meta({ id: 'Role' });

export const User = z
  .strictObject({
    id: z.string(),
    username: z.string().nullable(),
    email: z.string().nullable(),
    avatar: UploadPath,
    phone: z.string().nullable(),
    role: Role.nullable(),
    createdAt: Instant.nullable(),
    _count: z.strictObject({ pages: Count.optional() }),
  })
  .meta({ id: 'User' });

export const SignedIn = succeeded('SignedIn', { token: z.string(), user: User });

export const UserChanged = succeeded('UserChanged', { user: User });

export const PageState = PageStateInput.meta({ id: 'PageState' });

const CustomField = z
  .strictObject({
    id: z.string().min(1),
    name: z.string().min(1).max(200),
    value: z.string().min(1).max(200),
    icon: z
      .string()
      .regex(/^(?:[a-z]+\.svg)?$/)
      .meta({ description: 'File below /icons/, or empty.' }),
    color: z
      .string()
      .regex(/^(?:#[0-9A-F]{6})?$/)
      .meta({ description: 'Empty: the default grey.' }),
  })
  .meta({ id: 'CustomField' });

/** The driver's profile data. Missing texts are empty. */
export const Blocks = z
  .strictObject({
    ...eachText((text) => z.string().max(PROFILE_TEXTS[text])),
    ...eachSwitch(() => z.boolean()),
    displayStyle: z.enum(DISPLAY_STYLES),
    customFields: z.array(CustomField).max(20).readonly(),
  })
  .meta({ id: 'Blocks' });

export const Page = z
  .strictObject({
    id: z.string(),
    displayName: z.string(),
    state: PageState,
    ownerId: z.string().nullable(),
    owner: z.strictObject({ id: z.string(), username: z.string().nullable(), email: z.string().nullable() }).nullable(),
    createdAt: Instant,
    claimedAt: Instant.nullable(),
    claimed: z.boolean(),
    inactive: z.boolean(),
    avatar: UploadPath,
    indexable: z.boolean(),
    _count: PageCounts,
    blocksJson: Blocks,
  })
  .meta({ id: 'Page' });

export const PageList = z
  .strictObject({ pages: z.array(Page), total: Count, cursor: z.string().nullable() })
  .meta({ id: 'PageList' });

export const PageMade = succeeded('PageMade', { page: Page });

const PAGE_ACTS = [
  ...(['CREATED', 'CLAIMED', 'RELEASED', 'HANDOVER_OFFERED', 'HANDOVER_WITHDRAWN'] as const),
  ...(['CARD_ADDED', 'CARD_LOST', 'CARD_FOUND', 'CARD_REPLACED'] as const),
] as const;
const Held = z
  .union([z.string(), z.boolean(), z.strictObject({ name: z.string(), value: z.string() })])
  .nullable()
  .meta({ description: 'A text, a yes or no, or an item; null: none.' });
export const PageHistory = z
  .strictObject({
    changes: z.array(
      z.strictObject({
        version: z.int().min(1),
        changedAt: Instant,
        author: z.enum(['OWNER', 'STAFF', 'SYSTEM']),
        account: z
          .strictObject({ id: z.string(), username: z.string().nullable(), email: z.string().nullable() })
          .nullable()
          .meta({ description: 'One’s own account; administrators see everybody’s.' }),
        acts: z.array(z.enum(PAGE_ACTS)).readonly(),
        fields: z.array(z.strictObject({ field: z.string(), before: Held, after: Held })),
        restoredFrom: z.int().nullable().meta({ description: 'The version whose content was put back.' }),
        reason: z.string().nullable().meta({ description: 'Why an administrator deactivated the page.' }),
        restorable: z.boolean(),
        pictureDeleted: z.boolean().meta({ description: 'Its picture is gone: the present one would stay.' }),
      }),
    ),
    cursor: z.string().nullable(),
  })
  .meta({ id: 'PageHistory' });

export const PublicPage = z
  .strictObject({
    claimed: z.boolean(),
    state: PageState,
    inactive: z.boolean(),
    displayName: z.string(),
    blocks: Blocks.optional().meta({
      description: 'Where the page shows a profile; so has the `avatar`.',
    }),
    avatar: UploadPath.optional(),
  })
  .meta({ id: 'PublicPage' });

export const RecentEvent = z
  .strictObject({ id: z.uuid(), type: EventType, country: Country, createdAt: Instant })
  .meta({ id: 'RecentEvent' });

export const CountryCount = z.strictObject({ country: z.string().length(2), count: Count });
export const ReferrerCount = z.strictObject({ referrer: z.string(), count: Count });

const EventsByType = z.record(EventType, Count);
const DailyStats = z.array(z.strictObject({ date: Day, count: Count }));

export const AdminPageAnalytics = z
  .strictObject({
    page: Page,
    totalEvents: Count,
    eventsByType: EventsByType,
    recentEvents: z.array(RecentEvent),
    dailyStats: DailyStats,
    topReferrers: z.array(ReferrerCount),
    topCountries: z.array(CountryCount),
  })
  .meta({ id: 'AdminPageAnalytics' });

export const GlobalAnalytics = z
  .strictObject({
    totalPages: Count,
    totalUsers: Count,
    totalEvents: Count,
    activePages: Count,
    claimedPages: Count,
    eventsByType: EventsByType,
    dailyStats: DailyStats,
    topPages: z.array(
      z.strictObject({
        id: z.string(),
        displayName: z.string(),
        owner: z.strictObject({ username: z.string().nullable() }).nullable(),
        _count: z.strictObject({ events: Count }),
      }),
    ),
    recentEvents: z.array(
      z.strictObject({
        id: z.uuid(),
        type: EventType,
        country: Country,
        createdAt: Instant,
        page: z.strictObject({ id: z.string() }).nullable(),
      }),
    ),
  })
  .meta({ id: 'GlobalAnalytics' });

export const UserList = z
  .strictObject({ users: z.array(User), total: z.int(), cursor: z.string().nullable() })
  .meta({ id: 'UserList' });

/** The response contains the token only in development. */
export const ResetRequested = succeeded('ResetRequested', { resetToken: z.string().optional() });

export const MessageStatus = z.enum(['OPEN', 'PENDING', 'RESOLVED']).meta({ id: 'MessageStatus' });

export const Message = z
  .strictObject({
    id: z.string(),
    subject: z.string(),
    name: z.string(),
    email: z.string(),
    body: z.string(),
    status: MessageStatus,
    createdAt: z.string(),
    handler: z.strictObject({ id: z.string(), username: z.string().nullable() }).nullable(),
  })
  .meta({ id: 'SupportMessage' });
export const MessageList = z
  .strictObject({ messages: z.array(Message), total: z.int(), cursor: z.string().nullable() })
  .meta({ id: 'SupportMessageList' });
export const MessageChanged = succeeded('SupportMessageChanged', { message: Message });
export const MessageKept = succeeded('SupportMessageKept', {
  message: z.strictObject({ id: z.string(), createdAt: z.string() }),
});

export const BulkMade = z.strictObject({
  success: z.literal(true),
  links: z.array(z.strictObject({ id: z.string(), displayName: z.string() })),
  excelFile: z.string().meta({
    description: 'Path of the workbook, for administrators; it can be downloaded for 24 hours.',
  }),
});

export const PageClaimed = z.strictObject({ success: z.literal(true), page: z.strictObject({ id: z.string() }) });

/** The error form of every response except GraphQL's. */
export const Refusal = z
  .strictObject({
    success: z.literal(false),
    error: z.string().min(1),
    code: z.string().regex(/^[A-Z][A-Z_]+$/),
    field: z.string().optional().meta({ description: 'Path of the refused field.' }),
    challenge: z.string().optional().meta({ description: 'To answer with a second factor.' }),
    passkey: z.string().optional().meta({
      description: 'To answer it with a passkey: JSON for `PublicKeyCredential.parseRequestOptionsFromJSON`.',
    }),
  })
  .meta({ id: 'Refusal' });

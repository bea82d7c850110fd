/**
 * Access to fields of objects, for callers who received the object. `open`: all of them; `personal`: the person and
 * administrators, null for others; `page-owner` and `administrators`: refused to others.
 */
export type FieldRule = 'open' | 'personal' | 'page-owner' | 'administrators';

const open = (...fields: string[]) => Object.fromEntries(fields.map((field) => [field, 'open' as FieldRule]));

export const OBJECT_FIELDS: Readonly<Record<string, Readonly<Record<string, FieldRule>>>> = {
  Authentication: open('token', 'user', 'device'),
  PasswordResetRequest: open('accepted', 'resetToken'),
  User: {
    // Null for everyone except the person, even administrators; tested in identity.
    ...open('id', 'username', 'pendingEmail', 'weeklyLetter'),
    email: 'personal',
    avatar: 'personal',
    phone: 'personal',
    role: 'personal',
    createdAt: 'personal',
    pageCount: 'personal',
  },
  UserConnection: open('nodes', 'totalCount', 'pageInfo', 'tallies'),
  UserTally: open('role', 'count'),
  Page: {
    ...open('id', 'displayName', 'state', 'createdAt', 'claimedAt', 'claimed', 'inactive', 'avatar'),
    ...open('profile', 'blocks'),
    ...open('indexable', 'version', 'ownerId', 'owner', 'eventCount', 'viewCount', 'week'),
    ...open('cards', 'address', 'handoverUntil'),
    analytics: 'page-owner',
    adminAnalytics: 'administrators',
  },
  PageConnection: open('nodes', 'totalCount', 'pageInfo', 'tallies'),
  PageHistory: open('nodes', 'pageInfo'),
  PageVersion: {
    ...open('version', 'changedAt', 'author', 'account', 'acts', 'fields'),
    ...open('restoredFrom', 'restorable', 'pictureDeleted'),
  },
  FieldChange: open('field', 'before', 'after'),
  PageTally: open('state', 'claimed', 'count'),
  PageInfo: open('endCursor', 'hasNextPage'),
  PageSeries: open('pages', 'workbookId'),
  PageWorkbook: open('fileName', 'contentType', 'base64'),
  DeletedPage: open('id'),
  ReleasedPage: open('id'),
  Card: open('id', 'status', 'since', 'addedAt', 'version'),
  Handover: open('token', 'expiresAt'),
  PublicPage: open('claimed', 'state', 'inactive', 'displayName', 'profile', 'blocks', 'avatar'),
  PageProfile: {
    ...open('name', 'company', 'bio', 'phone', 'email', 'whatsapp', 'website', 'instagram'),
    ...open('legalNotice', 'accent', 'rideRequests', 'displayStyle', 'customFields'),
  },
  CustomField: open('id', 'name', 'value', 'icon', 'color'),
  PageAnalytics: {
    ...open('summary', 'summaryBefore', 'days', 'recentEvents', 'visitors', 'visitorsBefore'),
    ...open('sources', 'cards', 'hours', 'countries', 'referrers'),
  },
  VisitorCounts: open('visitors', 'callers', 'contacts'),
  SourceCount: open('source', 'views', 'clicks', 'viewsBefore'),
  CardCount: open('card', 'views', 'clicks', 'viewsBefore'),
  HourCount: open('weekday', 'hour', 'views', 'clicks', 'viewsBefore'),
  PageWeek: open('views', 'calls', 'viewsBefore', 'callsBefore', 'viewsByDay'),
  AnalyticsSummary: open('views', 'clicks', 'clickCounts', 'clicksByType', 'customFields'),
  ClicksByType: open('whatsapp', 'call', 'email', 'website', 'instagram', 'vcard', 'customFields'),
  CustomFieldCount: open('name', 'count'),
  DayCount: open('date', 'views', 'clicks', 'visitors'),
  DayTotal: open('date', 'count'),
  Event: open('id', 'type', 'customField', 'country', 'createdAt', 'page'),
  EventTypeCount: open('type', 'count'),
  CountryCount: open('country', 'count', 'countBefore'),
  ReferrerCount: open('referrer', 'count', 'countBefore'),
  AdminPageAnalytics: open('totalEvents', 'eventsByType', 'days', 'recentEvents', 'topReferrers', 'topCountries'),
  GlobalAnalytics: open('totalEvents', 'eventsByType', 'days', 'topPages', 'recentEvents'),
  PageTotal: open('page', 'events'),
  SupportMessage: open('id', 'subject', 'name', 'email', 'body', 'status', 'createdAt', 'handler', 'sender', 'report'),
  PageReport: open('pageId', 'reason'),
  SupportMessageConnection: open('nodes', 'totalCount', 'pageInfo'),
  SentSupportMessage: open('id', 'subject', 'name', 'email', 'body', 'status', 'createdAt'),
  SentSupportMessageConnection: open('nodes', 'totalCount', 'pageInfo'),
  SupportMessageReceipt: open('id', 'createdAt'),
  CollectedEvents: open('accepted', 'refused'),
  RefusedEvent: open('index', 'code'),
  UploadedImage: open('imageUrl'),
};

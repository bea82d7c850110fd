/** The six kinds of caller, in the order of the columns of every row. `owner` owns the page that the call is about. */
export const CALLERS = ['anonymous', 'other', 'owner', 'support', 'admin', 'superadmin'] as const;
export type CallerKind = (typeof CALLERS)[number];

/** Data for the rows of the tables. Each call of a method creates new data, so that rows do not affect each other. */
export interface World {
  /** The page of `owner`. */
  readonly pageId: string;
  /** A page without an owner. */
  unclaimedPage(): Promise<string>;
  /** A new person who is none of the callers. */
  driver(): Promise<{ readonly id: string; readonly email: string; readonly password: string }>;
  /** A second SUPERADMIN. */
  superadmin(): Promise<string>;
  /** A message sent through the contact form. */
  message(): Promise<string>;
  /** A workbook created by an administrator, with its download path. */
  workbook(): Promise<{ readonly path: string; readonly id: string }>;
  /** A name not used before. */
  fresh(): string;
}

interface RestCall {
  readonly path?: string;
  readonly body?: unknown;
  /** Whether to send a picture in the multipart field `image`. */
  readonly image?: true;
  /** Whether the call ends the caller's session, so that it needs its own. */
  readonly ownSession?: true;
}

export interface RestRow {
  /** The call's name in the API description. */
  readonly call: string;
  /** Distinguishes this row from others of the same call. */
  readonly note?: string;
  readonly with?: (world: World) => Promise<RestCall> | RestCall;
  /** Status for each caller, in the order of CALLERS. */
  readonly answers: readonly number[];
}

const anyone = (status: number) => CALLERS.map(() => status);
const signedIn = (status: number) => [401, status, status, status, status, status];
const ofPage = (status: number) => [401, 404, status, 404, status, status];
const forSupport = (status: number) => [401, 403, 403, status, status, status];
const forAdmins = (status: number) => [401, 403, 403, 403, status, status];
const forSuperadmins = (status: number) => [401, 403, 403, 403, 403, status];

const password = 'a long enough password';

export const REST_MATRIX: readonly RestRow[] = [
  { call: 'GET /health', answers: anyone(200) },
  { call: 'GET /ready', answers: anyone(200) },
  { call: 'GET /site.json', answers: anyone(200) },
  { call: 'GET /api/openapi.json', answers: anyone(200) },
  { call: 'GET /api/docs', answers: anyone(200) },
  { call: 'POST /graphql', with: () => ({ body: { query: '{ __typename }' } }), answers: anyone(200) },
  { call: 'GET /d/{id}', with: ({ pageId }) => ({ path: `/d/${pageId}` }), answers: anyone(200) },
  { call: 'GET /d/{id}/qr.svg', with: ({ pageId }) => ({ path: `/d/${pageId}/qr.svg` }), answers: anyone(200) },
  { call: 'GET /uploads/{key}', with: () => ({ path: '/uploads/none.jpg' }), answers: anyone(404) },
  {
    call: 'GET /api/public/pages/{id}',
    with: ({ pageId }) => ({ path: `/api/public/pages/${pageId}` }),
    answers: anyone(200),
  },
  {
    call: 'POST /api/public/events',
    with: ({ pageId }) => ({ body: { pageId, type: 'VIEW' } }),
    answers: anyone(202),
  },

  {
    call: 'POST /api/auth/signup',
    with: ({ fresh }) => {
      const name = fresh();
      return { body: { email: `${name}@example.com`, username: name, password } };
    },
    answers: anyone(200),
  },
  {
    call: 'POST /api/auth/login',
    with: async ({ driver }) => {
      const { email, password: known } = await driver();
      return { body: { email, password: known } };
    },
    answers: anyone(200),
  },
  { call: 'POST /api/auth/logout', with: () => ({ ownSession: true }), answers: anyone(200) },
  {
    call: 'POST /api/auth/forgot-password',
    with: async ({ driver }) => ({ body: { email: (await driver()).email } }),
    answers: anyone(200),
  },
  {
    call: 'POST /api/auth/reset-password',
    with: () => ({ body: { token: 'not-a-token', newPassword: password } }),
    answers: anyone(400),
  },
  {
    call: 'POST /api/auth/confirm-email-change',
    with: () => ({ body: { token: 'not-a-token' } }),
    answers: anyone(400),
  },
  {
    call: 'POST /api/auth/cancel-email-change',
    with: () => ({ body: { token: 'not-a-token' } }),
    answers: anyone(400),
  },
  {
    call: 'POST /api/auth/undo-email-change',
    with: () => ({ body: { token: 'not-a-token' } }),
    answers: anyone(400),
  },
  { call: 'GET /api/auth/me', answers: signedIn(200) },

  { call: 'PATCH /api/user/profile', with: () => ({ body: { phone: null } }), answers: signedIn(200) },
  {
    call: 'POST /api/user/change-password',
    with: () => ({ body: { currentPassword: 'not the password', newPassword: password } }),
    answers: signedIn(400),
  },
  { call: 'POST /api/user/upload-avatar', with: () => ({ image: true }), answers: signedIn(200) },

  { call: 'GET /api/pages/mine', answers: signedIn(200) },
  {
    call: 'POST /api/pages',
    with: () => ({ body: { displayName: 'Matrix', state: 'ACTIVE', blocksJson: { name: 'Matrix' } } }),
    answers: signedIn(201),
  },
  { call: 'POST /api/pages/upload-image', with: () => ({ image: true }), answers: signedIn(200) },
  { call: 'GET /api/pages/{id}', with: ({ pageId }) => ({ path: `/api/pages/${pageId}` }), answers: ofPage(200) },
  {
    call: 'PATCH /api/pages/{id}',
    with: ({ pageId }) => ({ path: `/api/pages/${pageId}`, body: { indexable: false } }),
    answers: ofPage(200),
  },
  {
    call: 'GET /api/pages/{id}/analytics',
    with: ({ pageId }) => ({ path: `/api/pages/${pageId}/analytics` }),
    answers: ofPage(200),
  },
  {
    call: 'POST /api/pages/{id}/claim',
    with: async ({ unclaimedPage }) => ({ path: `/api/pages/${await unclaimedPage()}/claim` }),
    answers: signedIn(200),
  },

  { call: 'GET /api/admin/pages', with: () => ({ path: '/api/admin/pages?limit=10' }), answers: forAdmins(200) },
  {
    call: 'POST /api/admin/pages/create',
    with: ({ fresh }) => ({ body: { pageId: fresh(), state: 'UNCLAIMED' } }),
    answers: forAdmins(201),
  },
  { call: 'POST /api/admin/pages/bulk', with: () => ({ body: { quantity: 2 } }), answers: forAdmins(201) },
  {
    call: 'GET /api/admin/exports/{file}',
    with: async ({ workbook }) => ({ path: (await workbook()).path }),
    answers: forAdmins(200),
  },
  {
    call: 'PUT /api/admin/pages/{id}',
    with: async ({ unclaimedPage, fresh }) => ({
      path: `/api/admin/pages/${await unclaimedPage()}`,
      body: { newId: fresh(), state: 'UNCLAIMED', displayName: 'Renamed', ownerUserId: null },
    }),
    answers: forAdmins(200),
  },
  {
    call: 'PATCH /api/admin/pages/{id}',
    with: async ({ unclaimedPage }) => ({
      path: `/api/admin/pages/${await unclaimedPage()}`,
      body: { state: 'INACTIVE' },
    }),
    answers: forAdmins(200),
  },
  {
    call: 'DELETE /api/admin/pages/{id}',
    with: async ({ unclaimedPage }) => ({ path: `/api/admin/pages/${await unclaimedPage()}` }),
    answers: forAdmins(200),
  },
  { call: 'GET /api/admin/analytics', answers: forAdmins(200) },
  {
    call: 'GET /api/admin/pages/{id}/analytics',
    with: ({ pageId }) => ({ path: `/api/admin/pages/${pageId}/analytics` }),
    answers: forAdmins(200),
  },
  { call: 'GET /api/admin/users', with: () => ({ path: '/api/admin/users?limit=10' }), answers: forAdmins(200) },
  {
    call: 'PATCH /api/admin/users/{id}/role',
    note: 'a driver becomes SUPPORT',
    with: async ({ driver }) => ({ path: `/api/admin/users/${(await driver()).id}/role`, body: { role: 'SUPPORT' } }),
    answers: forAdmins(200),
  },
  {
    call: 'PATCH /api/admin/users/{id}/role',
    note: 'a driver becomes SUPERADMIN',
    with: async ({ driver }) => ({
      path: `/api/admin/users/${(await driver()).id}/role`,
      body: { role: 'SUPERADMIN' },
    }),
    answers: forSuperadmins(200),
  },
  {
    call: 'PATCH /api/admin/users/{id}/role',
    note: 'a SUPERADMIN becomes DRIVER',
    with: async ({ superadmin }) => ({
      path: `/api/admin/users/${await superadmin()}/role`,
      body: { role: 'DRIVER' },
    }),
    answers: forSuperadmins(200),
  },

  {
    call: 'POST /api/support/contact',
    with: ({ fresh }) => ({
      body: { name: 'Matrix', email: `${fresh()}@example.com`, subject: 'Matrix', message: 'A message to be read.' },
    }),
    answers: anyone(200),
  },
  { call: 'GET /api/support/inbox', answers: forSupport(200) },
  {
    call: 'PATCH /api/support/message/{id}',
    with: async ({ message }) => ({ path: `/api/support/message/${await message()}`, body: { status: 'PENDING' } }),
    answers: forSupport(200),
  },
  {
    call: 'POST /api/support/message/{id}/claim',
    with: async ({ message }) => ({ path: `/api/support/message/${await message()}/claim` }),
    answers: forSupport(200),
  },
];

export interface GraphqlRow {
  /** `Query.me`. */
  readonly field: string;
  readonly note?: string;
  readonly with?: (world: World) => Promise<Readonly<Record<string, unknown>>> | Readonly<Record<string, unknown>>;
  readonly ownSession?: true;
  /** Whether to send a picture for the variable `image`. */
  readonly image?: true;
  /** `ok` or the error code for each caller, in the order of CALLERS. */
  readonly answers: readonly string[];
}

const all = (answer = 'ok') => CALLERS.map(() => answer);
const members = (answer = 'ok') => ['UNAUTHENTICATED', answer, answer, answer, answer, answer];
const page = ['UNAUTHENTICATED', 'PAGE_NOT_FOUND', 'ok', 'PAGE_NOT_FOUND', 'ok', 'ok'];
const support = ['UNAUTHENTICATED', 'FORBIDDEN', 'FORBIDDEN', 'ok', 'ok', 'ok'];
const admins = ['UNAUTHENTICATED', 'FORBIDDEN', 'FORBIDDEN', 'FORBIDDEN', 'ok', 'ok'];
const superadmins = ['UNAUTHENTICATED', 'FORBIDDEN', 'FORBIDDEN', 'FORBIDDEN', 'FORBIDDEN', 'ok'];

export const GRAPHQL_MATRIX: readonly GraphqlRow[] = [
  { field: 'Query.me', answers: members() },
  { field: 'Query.users', answers: admins },
  { field: 'Query.myPages', answers: members() },
  { field: 'Query.page', with: ({ pageId }) => ({ id: pageId }), answers: page },
  { field: 'Query.adminPage', with: ({ pageId }) => ({ id: pageId }), answers: admins },
  { field: 'Query.publicPage', with: ({ pageId }) => ({ id: pageId }), answers: all() },
  { field: 'Query.pages', answers: admins },
  {
    field: 'Query.pageWorkbook',
    with: async ({ workbook }) => ({ id: (await workbook()).id, origin: 'https://volant.example' }),
    answers: admins,
  },
  { field: 'Query.globalAnalytics', answers: admins },
  { field: 'Query.supportMessages', answers: support },
  { field: 'Query.mySupportMessages', answers: members() },
  { field: 'Query.supportMessage', with: async ({ message }) => ({ id: await message() }), answers: support },

  {
    field: 'Mutation.signUp',
    with: ({ fresh }) => {
      const name = fresh();
      return { input: { email: `${name}@example.com`, username: name, password } };
    },
    answers: all(),
  },
  {
    field: 'Mutation.logIn',
    with: async ({ driver }) => {
      const { email, password: known } = await driver();
      return { input: { email, password: known } };
    },
    answers: all(),
  },
  { field: 'Mutation.logOut', ownSession: true, answers: all() },
  {
    field: 'Mutation.requestPasswordReset',
    with: async ({ driver }) => ({ input: { email: (await driver()).email } }),
    answers: all(),
  },
  {
    field: 'Mutation.resetPassword',
    with: () => ({ input: { token: 'not-a-token', newPassword: password } }),
    answers: all('RESET_TOKEN_INVALID'),
  },
  {
    field: 'Mutation.confirmEmailChange',
    with: () => ({ input: { token: 'not-a-token' } }),
    answers: all('EMAIL_CHANGE_INVALID'),
  },
  {
    field: 'Mutation.cancelEmailChange',
    with: () => ({ input: { token: 'not-a-token' } }),
    answers: all('EMAIL_CHANGE_INVALID'),
  },
  {
    field: 'Mutation.undoEmailChange',
    with: () => ({ input: { token: 'not-a-token' } }),
    answers: all('EMAIL_UNDO_INVALID'),
  },
  {
    field: 'Mutation.changePassword',
    with: () => ({ input: { currentPassword: 'not the password', newPassword: password } }),
    answers: members('WRONG_PASSWORD'),
  },
  { field: 'Mutation.updateProfile', with: () => ({ input: { phone: null } }), answers: members() },
  {
    field: 'Mutation.deleteMyAccount',
    with: () => ({ password: 'not the password' }),
    answers: members('WRONG_PASSWORD'),
  },
  { field: 'Mutation.deleteUser', with: async ({ driver }) => ({ id: (await driver()).id }), answers: superadmins },
  {
    field: 'Mutation.changeUserRole',
    note: 'a driver becomes SUPPORT',
    with: async ({ driver }) => ({ userId: (await driver()).id, role: 'SUPPORT' }),
    answers: admins,
  },
  {
    field: 'Mutation.changeUserRole',
    note: 'a driver becomes SUPERADMIN',
    with: async ({ driver }) => ({ userId: (await driver()).id, role: 'SUPERADMIN' }),
    answers: ['UNAUTHENTICATED', 'FORBIDDEN', 'FORBIDDEN', 'FORBIDDEN', 'SUPERADMIN_PROTECTED', 'ok'],
  },
  { field: 'Mutation.uploadAvatar', image: true, answers: members() },
  { field: 'Mutation.uploadPageImage', image: true, answers: members() },
  {
    field: 'Mutation.createPage',
    with: () => ({ input: { displayName: 'Matrix', blocks: { name: 'Matrix' } } }),
    answers: members(),
  },
  {
    field: 'Mutation.updatePage',
    with: ({ pageId }) => ({ id: pageId, input: { indexable: false } }),
    answers: page,
  },
  {
    field: 'Mutation.claimPage',
    with: async ({ unclaimedPage }) => ({ id: await unclaimedPage() }),
    answers: members(),
  },
  {
    field: 'Mutation.createPageWithId',
    with: ({ fresh }) => ({ input: { id: fresh(), state: 'UNCLAIMED' } }),
    answers: admins,
  },
  { field: 'Mutation.createPages', with: () => ({ input: { quantity: 2 } }), answers: admins },
  {
    field: 'Mutation.administerPage',
    with: async ({ unclaimedPage }) => ({ id: await unclaimedPage(), input: { displayName: 'Administered' } }),
    answers: admins,
  },
  { field: 'Mutation.deletePage', with: async ({ unclaimedPage }) => ({ id: await unclaimedPage() }), answers: admins },
  {
    field: 'Mutation.collectEvents',
    with: ({ pageId }) => ({ events: [{ pageId, type: 'VIEW' }] }),
    answers: all(),
  },
  {
    field: 'Mutation.sendSupportMessage',
    with: ({ fresh }) => ({
      input: { name: 'Matrix', email: `${fresh()}@example.com`, subject: 'Matrix', message: 'A message to be read.' },
    }),
    answers: all(),
  },
  {
    field: 'Mutation.changeSupportMessageStatus',
    with: async ({ message }) => ({ id: await message(), status: 'PENDING' }),
    answers: support,
  },
  { field: 'Mutation.claimSupportMessage', with: async ({ message }) => ({ id: await message() }), answers: support },
  {
    field: 'Mutation.assignSupportMessage',
    with: async ({ message, superadmin }) => ({ id: await message(), userId: await superadmin() }),
    answers: admins,
  },
];

/**
 * Access to fields of objects, for callers who received the object. `open`: all of them; `personal`: the person and
 * administrators, null for others; `page-owner` and `administrators`: refused to others.
 */
export type FieldRule = 'open' | 'personal' | 'page-owner' | 'administrators';

const open = (...fields: string[]) => Object.fromEntries(fields.map((field) => [field, 'open' as FieldRule]));

export const FIELD_MATRIX: Readonly<Record<string, Readonly<Record<string, FieldRule>>>> = {
  Authentication: open('token', 'user', 'device'),
  PasswordResetRequest: open('accepted', 'resetToken'),
  User: {
    // Null for everyone except the person, even administrators; tested in identity.
    ...open('id', 'username', 'pendingEmail'),
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
    ...open('id', 'displayName', 'state', 'createdAt', 'claimedAt', 'claimed', 'inactive', 'avatar', 'blocks'),
    ...open('indexable', 'version', 'ownerId', 'owner', 'eventCount', 'viewCount', 'week'),
    analytics: 'page-owner',
    adminAnalytics: 'administrators',
  },
  PageConnection: open('nodes', 'totalCount', 'pageInfo', 'tallies'),
  PageTally: open('state', 'claimed', 'count'),
  PageInfo: open('endCursor', 'hasNextPage'),
  PageSeries: open('pages', 'workbookId'),
  PageWorkbook: open('fileName', 'contentType', 'base64'),
  DeletedPage: open('id'),
  PublicPage: open('claimed', 'state', 'inactive', 'displayName', 'blocks', 'avatar'),
  PageAnalytics: open('summary', 'summaryBefore', 'days', 'recentEvents'),
  PageWeek: open('views', 'calls', 'viewsBefore', 'callsBefore'),
  AnalyticsSummary: open('views', 'clicks', 'clickCounts', 'clicksByType', 'customFields'),
  ClicksByType: open('whatsapp', 'call', 'email', 'website', 'instagram', 'vcard', 'customFields'),
  CustomFieldCount: open('name', 'count'),
  DayCount: open('date', 'views', 'clicks'),
  DayTotal: open('date', 'count'),
  Event: open('id', 'type', 'country', 'createdAt', 'page'),
  EventTypeCount: open('type', 'count'),
  CountryCount: open('country', 'count'),
  ReferrerCount: open('referrer', 'count'),
  AdminPageAnalytics: open('totalEvents', 'eventsByType', 'days', 'recentEvents', 'topReferrers', 'topCountries'),
  GlobalAnalytics: open('totalEvents', 'eventsByType', 'days', 'topPages', 'recentEvents'),
  PageTotal: open('page', 'events'),
  SupportMessage: open('id', 'subject', 'name', 'email', 'body', 'status', 'createdAt', 'handler'),
  SupportMessageConnection: open('nodes', 'totalCount', 'pageInfo'),
  SentSupportMessage: open('id', 'subject', 'name', 'email', 'body', 'status', 'createdAt'),
  SentSupportMessageConnection: open('nodes', 'totalCount', 'pageInfo'),
  SupportMessageReceipt: open('id', 'createdAt'),
  CollectedEvents: open('accepted', 'refused'),
  RefusedEvent: open('index', 'code'),
  UploadedImage: open('imageUrl'),
};

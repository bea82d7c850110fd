import { call, PIXEL, PREFLIGHT, someAddress, uploadForm } from './api.ts';
import type { CallerKind } from './authorization-matrix.ts';
import { bomb } from './png.ts';
import type { Peopled } from './world.ts';

/** One call of a client. */
export interface ContractCall {
  /** By default `superadmin`. */
  readonly as?: CallerKind;
  /** Token of a person who is none of the callers. */
  readonly token?: string;
  readonly path?: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** A multipart form to send instead of a body. */
  readonly form?: FormData;
  /** Client address of the call; by default a new one for each call. */
  readonly address?: string;
  /** How often the same call is sent before the one that counts. */
  readonly before?: number;
}

type Maker = (there: Peopled) => Promise<ContractCall> | ContractCall;

export interface ContractRow {
  /** A valid call. */
  readonly right: Maker;
  /** Calls that are refused, by code, beyond those derived from the operation's inputs and its permitted callers. */
  readonly refusals?: Readonly<Record<string, Maker>>;
}

/** Documented codes that no test can trigger, and why. */
export const LEFT_OUT: Readonly<Record<string, string>> = {
  CONFLICT: 'needs four other writers between a read and its write; tried in the services’ own tests',
  LAST_SUPERADMIN: 'nobody changes their own role, so that only two who lower each other at once come to it',
  EMAIL_UNDO_EXPIRED: 'needs seven days; tried in identity’s own tests',
  EMAIL_CHANGE_EXPIRED: 'needs a day; tried in identity’s own tests',
  REQUEST_TIMEOUT: 'needs a body that stands still for ten seconds; tried in the gateway’s own tests',
  OPERATION_NOT_LISTED: 'this start lists no operations; tried in the gateway’s tests',
};

const password = 'a long enough password';
const unknownId = '00000000-0000-4000-8000-000000000000';
const nobodysPicture = `/uploads/${'0'.repeat(32)}.png`;

export function form(
  field: string,
  content: Uint8Array | string,
  more: Readonly<Record<string, string>> = {},
): FormData {
  const made = new FormData();
  for (const [name, value] of Object.entries(more)) made.append(name, value);
  const bytes = typeof content === 'string' ? content : new Uint8Array(content);
  made.append(field, new Blob([bytes], { type: 'image/png' }), 'picture.png');
  return made;
}

const anyone = (body?: unknown): ContractCall => ({ as: 'anonymous', ...(body === undefined ? {} : { body }) });
const tooLarge = Buffer.concat([PIXEL, Buffer.alloc(5 * 1024 * 1024)]);

/** Limits of changes per hour. */
const ACCOUNT_CHANGES = 30;
const ROLE_CHANGES = 30;
const PAGE_CHANGES = 120;
const MESSAGE_CHANGES = 120;

/** Makes as many changes as the limit permits. */
async function changeOften(times: number, change: (time: number) => Promise<unknown>): Promise<void> {
  for (let time = 0; time < times; time += 1) await change(time);
}

/** Token of a driver who has reached the limit of account changes. */
async function tokenOfChangedAccount({ api, world, signIn }: Peopled): Promise<string> {
  const token = await signIn(await world.driver());
  await changeOften(ACCOUNT_CHANGES, (time) =>
    api('PATCH', '/api/user/profile', { phone: `+336399800${String(time).padStart(2, '0')}` }, token),
  );
  return token;
}

/** Path of a page for which an administrator has reached the limit of changes. */
async function pathOfChangedPage({ api, world, people }: Peopled): Promise<string> {
  const path = `/api/admin/pages/${await world.unclaimedPage()}`;
  await changeOften(PAGE_CHANGES, (time) =>
    api('PATCH', path, { state: time % 2 === 0 ? 'INACTIVE' : 'UNCLAIMED' }, people.admin.token),
  );
  return path;
}

/** Path of the status of a message whose limit of changes is reached. */
async function pathOfChangedMessage({ api, world, people }: Peopled): Promise<string> {
  const path = `/api/support/message/${await world.message()}`;
  await changeOften(MESSAGE_CHANGES, (time) =>
    api('PATCH', path, { status: time % 2 === 0 ? 'PENDING' : 'OPEN' }, people.support.token),
  );
  return path;
}

function uploads(path: string, more: ContractRow['refusals'] = {}): ContractRow {
  return {
    right: () => ({ as: 'owner', form: form('image', PIXEL) }),
    refusals: {
      ...more,
      IMAGE_INVALID: () => ({ as: 'owner', form: form('image', '<svg xmlns="http://www.w3.org/2000/svg"/>') }),
      IMAGE_TOO_LARGE: () => ({ as: 'owner', form: form('image', tooLarge) }),
      IMAGE_DIMENSIONS_TOO_LARGE: () => ({ as: 'owner', form: form('image', bomb(9000, 9000)) }),
      VALIDATION_FAILED: () => ({ as: 'owner', form: form('photo', PIXEL) }),
      PAYLOAD_TOO_LARGE: () => ({
        as: 'owner',
        form: form('image', PIXEL, Object.fromEntries(Array.from({ length: 20 }, (_, i) => [`field${i}`, 'x']))),
      }),
      UNSUPPORTED_MEDIA_TYPE: () => ({ as: 'owner', path, body: {} }),
      MALFORMED_BODY: () => ({
        as: 'owner',
        path,
        body: '--cut\r\nContent-Dis',
        headers: { 'content-type': 'multipart/form-data; boundary=cut' },
      }),
      TOO_MANY_REQUESTS: async ({ world, signIn }) => ({
        token: await signIn(await world.driver()),
        form: form('image', PIXEL),
        before: 30,
      }),
    },
  };
}

/** A request that reuses the idempotency key of a different request. */
function reused(path: string, as: 'owner' | 'admin', body: object): Maker {
  return async ({ origin, people, world }) => {
    const headers = { 'idempotency-key': world.fresh() };
    await call(origin, 'POST', path, body, { token: people[as].token, headers });
    return { as, body: { ...body, state: 'INACTIVE' }, headers };
  };
}

/** Contacts that can be neither called nor opened, by error code. */
function deadContacts(page: (there: Peopled) => ContractCall): Readonly<Record<string, Maker>> {
  const dead = (contact: object): Maker => {
    const body = { displayName: 'X', blocksJson: { name: 'X', ...contact } };
    return (there) => ({ ...page(there), body });
  };
  return {
    PHONE_INVALID: dead({ phone: 'hello' }),
    WHATSAPP_INVALID: dead({ whatsapp: 'hello' }),
    EMAIL_INVALID: dead({ email: 'nomail' }),
    WEBSITE_INVALID: dead({ website: 'not a site' }),
    INSTAGRAM_INVALID: dead({ instagram: 'two words' }),
  };
}

const pageOf = ({ world }: Peopled) => `/api/pages/${world.pageId}`;

/** Rows by the operation ids of the API description. */
export const CONTRACT: Readonly<Record<string, ContractRow>> = {
  readHealth: { right: () => anyone() },
  readReadiness: { right: () => anyone() },
  readSite: { right: () => anyone() },
  readApiDescription: { right: () => anyone() },
  readApiPage: { right: () => anyone() },
  queryGraph: {
    right: () => ({ body: { query: '{ me { id } myPages { totalCount } }' } }),
    refusals: {
      GRAPHQL_PARSE_FAILED: () => anyone({ query: '{' }),
      GRAPHQL_VALIDATION_FAILED: () => anyone({ query: '{ nothing }' }),
      OPERATION_UNKNOWN: () => anyone({ query: 'query A { __typename }', operationName: 'B' }),
      OPERATION_TOO_LARGE: () =>
        anyone({ query: `{ ${Array.from({ length: 9 }, (_, i) => `a${i}: __typename`).join(' ')} }` }),
      VALIDATION_FAILED: () => ({ body: { query: '{ __typename }' }, headers: { 'idempotency-key': 'two words' } }),
      UPLOAD_WITHOUT_PREFLIGHT: () => ({ form: uploadForm() }),
      IMAGE_TOO_LARGE: () => ({ form: uploadForm(Buffer.alloc(8_000_000)), headers: PREFLIGHT }),
      UNAUTHENTICATED: () => ({ as: 'anonymous', form: uploadForm(), headers: PREFLIGHT }),
      PERSISTED_QUERY_NOT_SUPPORTED: () =>
        anyone({ extensions: { persistedQuery: { version: 1, sha256Hash: '0'.repeat(64) } } }),
      TOO_MANY_REQUESTS: () => ({ ...anyone({ query: '{ __typename }' }), address: someAddress(), before: 12 }),
    },
  },
  openPage: {
    right: ({ world }) => ({ as: 'anonymous', path: `/d/${world.pageId}` }),
    refusals: { PAGE_NOT_FOUND: () => ({ as: 'anonymous', path: '/d/nobody' }) },
  },
  readPageCode: {
    right: ({ world }) => ({ as: 'anonymous', path: `/d/${world.pageId}/qr.svg` }),
    refusals: { PAGE_NOT_FOUND: () => ({ as: 'anonymous', path: '/d/nobody/qr.svg' }) },
  },
  readUpload: {
    right: async ({ origin, people }) => {
      const response = await fetch(`${origin}/api/user/upload-avatar`, {
        method: 'POST',
        body: form('image', PIXEL),
        headers: { authorization: `Bearer ${people.owner.token}` },
      });
      const { imageUrl } = (await response.json()) as { imageUrl: string };
      return { as: 'anonymous', path: imageUrl };
    },
    refusals: { NOT_FOUND: () => ({ as: 'anonymous', path: nobodysPicture }) },
  },
  readPublicPage: {
    right: ({ world }) => ({ as: 'anonymous', path: `/api/public/pages/${world.pageId}` }),
    refusals: { PAGE_NOT_FOUND: () => ({ as: 'anonymous', path: '/api/public/pages/nobody' }) },
  },
  collectEvents: {
    right: ({ world }) => ({
      as: 'anonymous',
      body: { pageId: world.pageId, type: 'VIEW', referrer: 'https://site.example/x', source: 'qr' },
    }),
    refusals: {
      VALIDATION_FAILED: ({ world }) => anyone({ pageId: world.pageId, type: 'LOOK' }),
      PAGE_NOT_FOUND: () => anyone({ pageId: 'nobody', type: 'VIEW' }),
      CROSS_SITE: ({ world }) => ({
        ...anyone({ pageId: world.pageId, type: 'VIEW' }),
        headers: { origin: 'https://site.example' },
      }),
      ITEM_NOT_FOUND: ({ world: { pageId } }) =>
        anyone({ pageId, type: 'CLICK_CUSTOM_FIELD', customData: 'Never there' }),
      PAGE_NOT_SHOWN: async ({ world }) => anyone({ pageId: await world.unclaimedPage(), type: 'VIEW' }),
      TOO_MANY_REQUESTS: ({ world }) => ({
        ...anyone({ events: Array.from({ length: 50 }, () => ({ pageId: world.pageId, type: 'CLICK_CALL' })) }),
        address: someAddress(),
        before: 2,
      }),
    },
  },

  logIn: {
    right: async ({ world }) => {
      const { email, password: known } = await world.driver();
      return anyone({ email, password: known, remember: true });
    },
    refusals: {
      FIELDS_REQUIRED: () => anyone({ email: '', password }),
      INVALID_CREDENTIALS: () => anyone({ email: 'nobody@example.com', password }),
      TOO_MANY_REQUESTS: ({ world }) => ({
        ...anyone({ email: `${world.fresh()}@example.com`, password }),
        address: someAddress(),
        before: 5,
      }),
    },
  },
  signUp: {
    right: ({ world }) => {
      const name = world.fresh();
      return anyone({ email: `${name}@example.com`, username: name, password });
    },
    refusals: {
      FIELDS_REQUIRED: () => anyone({ email: '', username: 'x', password }),
      EMAIL_INVALID: ({ world }) => anyone({ email: 'nobody', username: world.fresh(), password }),
      USERNAME_INVALID: ({ world }) => anyone({ email: `${world.fresh()}@example.com`, username: 'x', password }),
      PASSWORD_LENGTH: ({ world }) =>
        anyone({ email: `${world.fresh()}@example.com`, username: world.fresh(), password: 'short' }),
      EMAIL_TAKEN: ({ world, people }) => anyone({ email: people.owner.email, username: world.fresh(), password }),
      USERNAME_TAKEN: ({ world, people }) =>
        anyone({ email: `${world.fresh()}@example.com`, username: people.owner.username, password }),
      TOO_MANY_REQUESTS: ({ people }) => ({
        ...anyone({ email: people.owner.email, username: people.owner.username, password }),
        address: someAddress(),
        before: 10,
      }),
    },
  },
  logOut: { right: async ({ sessionOf }) => ({ token: (await sessionOf('owner')) ?? '' }) },
  requestPasswordReset: {
    right: async ({ world }) => anyone({ email: (await world.driver()).email }),
    refusals: {
      FIELDS_REQUIRED: () => anyone({ email: ' ' }),
      EMAIL_INVALID: () => anyone({ email: 'nobody' }),
      EMAIL_NOT_FOUND: ({ world }) => anyone({ email: `${world.fresh()}@example.com` }),
      TOO_MANY_REQUESTS: ({ world }) => ({
        ...anyone({ email: `${world.fresh()}@example.com` }),
        address: someAddress(),
        before: 10,
      }),
    },
  },
  resetPassword: {
    right: async ({ world, resetToken }) =>
      anyone({ token: await resetToken((await world.driver()).email), newPassword: password }),
    refusals: {
      FIELDS_REQUIRED: () => anyone({ token: 'x', newPassword: '' }),
      PASSWORD_LENGTH: () => anyone({ token: 'x', newPassword: 'short' }),
      RESET_TOKEN_INVALID: () => anyone({ token: 'x', newPassword: password }),
      IDEMPOTENCY_KEY_REUSED: async ({ origin, world, resetToken }) => {
        const token = await resetToken((await world.driver()).email);
        const headers = { 'idempotency-key': world.fresh() };
        await call(origin, 'POST', '/api/auth/reset-password', { token, newPassword: password }, { headers });
        return { ...anyone({ token, newPassword: `${password} indeed` }), headers };
      },
      TOO_MANY_REQUESTS: () => ({
        ...anyone({ token: 'x', newPassword: password }),
        address: someAddress(),
        before: 30,
      }),
    },
  },
  confirmEmailChange: {
    right: async ({ emailChangeTokens }) => anyone({ token: (await emailChangeTokens()).confirm }),
    refusals: {
      EMAIL_CHANGE_INVALID: () => anyone({ token: 'x' }),
      EMAIL_CHANGE_USED: async ({ api, emailChangeTokens }) => {
        const { confirm: token } = await emailChangeTokens();
        await api('POST', '/api/auth/confirm-email-change', { token });
        return anyone({ token });
      },
      EMAIL_TAKEN: async ({ api, world, emailChangeTokens }) => {
        const { confirm: token, email } = await emailChangeTokens();
        await api('POST', '/api/auth/signup', { email, username: world.fresh(), password });
        return anyone({ token });
      },
      TOO_MANY_REQUESTS: () => ({ ...anyone({ token: 'x' }), address: someAddress(), before: 30 }),
    },
  },
  cancelEmailChange: {
    right: async ({ emailChangeTokens }) => anyone({ token: (await emailChangeTokens()).cancel }),
    refusals: {
      UNAUTHENTICATED: () => anyone({}),
      EMAIL_CHANGE_INVALID: () => anyone({ token: 'x' }),
      EMAIL_CHANGE_USED: async ({ api, emailChangeTokens }) => {
        const { confirm: token, cancel } = await emailChangeTokens();
        await api('POST', '/api/auth/confirm-email-change', { token });
        return anyone({ token: cancel });
      },
      TOO_MANY_REQUESTS: () => ({ ...anyone({ token: 'x' }), address: someAddress(), before: 30 }),
    },
  },
  undoEmailChange: {
    right: async ({ emailUndoToken }) => anyone({ token: await emailUndoToken() }),
    refusals: {
      EMAIL_UNDO_INVALID: () => anyone({ token: 'x' }),
      EMAIL_UNDO_USED: async ({ origin, emailUndoToken }) => {
        const token = await emailUndoToken();
        await call(origin, 'POST', '/api/auth/undo-email-change', { token });
        return anyone({ token });
      },
      TOO_MANY_REQUESTS: () => ({ ...anyone({ token: 'x' }), address: someAddress(), before: 30 }),
    },
  },
  readMe: { right: () => ({ as: 'owner' }) },
  updateProfile: {
    right: () => ({ as: 'owner', body: { phone: '+33 6 39 98 00 00' } }),
    refusals: {
      FIELDS_REQUIRED: () => ({ as: 'owner', body: { username: '' } }),
      EMAIL_INVALID: () => ({ as: 'owner', body: { email: 'nobody' } }),
      EMAIL_TAKEN: ({ people }) => ({ as: 'owner', body: { email: people.other.email } }),
      USERNAME_INVALID: () => ({ as: 'owner', body: { username: 'x' } }),
      USERNAME_TAKEN: ({ people }) => ({ as: 'owner', body: { username: people.other.username } }),
      PHONE_INVALID: () => ({ as: 'owner', body: { phone: '12' } }),
      AVATAR_NOT_FOUND: () => ({ as: 'owner', body: { avatar: nobodysPicture } }),
      TOO_MANY_REQUESTS: async ({ origin, world, signIn }) => {
        const token = await signIn(await world.driver());
        const body = () => JSON.stringify({ email: `${world.fresh()}@example.com` });
        const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
        for (let time = 0; time < 5; time += 1) {
          await fetch(`${origin}/api/user/profile`, { method: 'PATCH', headers, body: body() });
        }
        return { token, body: body() };
      },
      TOO_MANY_CHANGES: async (there) => ({
        token: await tokenOfChangedAccount(there),
        body: { phone: '+33 6 39 98 01 00' },
      }),
    },
  },
  changePassword: {
    right: async ({ world, signIn }) => {
      const driver = await world.driver();
      const body = { currentPassword: driver.password, newPassword: `${driver.password} indeed` };
      return { token: await signIn(driver), body };
    },
    refusals: {
      FIELDS_REQUIRED: () => ({ body: { currentPassword: '', newPassword: password } }),
      PASSWORD_LENGTH: () => ({ body: { currentPassword: password, newPassword: 'short' } }),
      WRONG_PASSWORD: ({ world }) => ({ body: { currentPassword: world.fresh(), newPassword: password } }),
      IDEMPOTENCY_KEY_REUSED: async ({ origin, world, signIn }) => {
        const driver = await world.driver();
        const token = await signIn(driver);
        const headers = { 'idempotency-key': world.fresh() };
        const body = { currentPassword: driver.password, newPassword: `${driver.password} indeed` };
        await call(origin, 'POST', '/api/user/change-password', body, { token, headers });
        return { token, headers, body: { ...body, newPassword: `${driver.password} again` } };
      },
      TOO_MANY_REQUESTS: async ({ world, signIn }) => ({
        token: await signIn(await world.driver()),
        body: { currentPassword: 'not the password', newPassword: password },
        before: 10,
      }),
      TOO_MANY_CHANGES: async (there) => {
        const driver = await there.world.driver();
        const token = await tokenOfChangedAccount({ ...there, world: { ...there.world, driver: async () => driver } });
        return { token, body: { currentPassword: driver.password, newPassword: `${driver.password} indeed` } };
      },
    },
  },
  uploadAvatar: uploads('/api/user/upload-avatar', {
    TOO_MANY_CHANGES: async (there) => ({ token: await tokenOfChangedAccount(there), form: form('image', PIXEL) }),
  }),
  uploadPageImage: uploads('/api/pages/upload-image'),

  listMyPages: { right: () => ({ as: 'owner', path: '/api/pages/mine?limit=1' }) },
  readPage: {
    right: (there) => ({ as: 'owner', path: pageOf(there) }),
    refusals: { PAGE_NOT_FOUND: (there) => ({ as: 'other', path: pageOf(there) }) },
  },
  createPage: {
    right: () => ({
      as: 'owner',
      body: {
        displayName: 'Contract',
        state: 'ACTIVE',
        blocksJson: {
          name: 'Contract',
          phone: '+33 6 39 98 00 00',
          displayStyle: 'buttons',
          customFields: [{ name: 'Tarif', value: '50 €', icon: 'money.svg', color: '#22C55E' }],
        },
      },
    }),
    refusals: {
      FORBIDDEN: () => ({ as: 'owner', body: { displayName: 'X', blocksJson: { name: 'X' }, state: 'UNCLAIMED' } }),
      NAMES_REQUIRED: () => ({ as: 'owner', body: { displayName: 'X' } }),
      ...deadContacts(() => ({ as: 'owner' })),
      IMAGE_NOT_FOUND: () => ({
        as: 'owner',
        body: { displayName: 'X', blocksJson: { name: 'X' }, avatar: nobodysPicture },
      }),
      IDEMPOTENCY_KEY_REUSED: reused('/api/pages', 'owner', { displayName: 'X', blocksJson: { name: 'X' } }),
      PAGE_LIMIT_REACHED: async ({ world, signIn }) => ({
        token: await signIn(await world.driver()),
        body: { displayName: 'X', blocksJson: { name: 'X' } },
        before: 20,
      }),
    },
  },
  updatePage: {
    right: (there) => ({ as: 'owner', path: pageOf(there), body: { indexable: true } }),
    refusals: {
      PAGE_NOT_FOUND: () => ({ path: '/api/pages/nobody', body: {} }),
      PAGE_CHANGED: (there) => ({ as: 'owner', path: pageOf(there), body: {}, headers: { 'if-match': '"999"' } }),
      PAGE_DEACTIVATED: async ({ api, people, world }) => {
        const body = { displayName: 'X', blocksJson: { name: 'X' } };
        const { page } = await api('POST', '/api/pages', body, people.owner.token);
        await api('PATCH', `/api/admin/pages/${page.id}`, { state: 'DEACTIVATED' }, people.admin.token);
        return { as: 'owner', path: `/api/pages/${page.id}`, body: { state: 'ACTIVE', displayName: world.fresh() } };
      },
      FORBIDDEN: (there) => ({ as: 'owner', path: pageOf(there), body: { state: 'DEACTIVATED' } }),
      NAMES_REQUIRED: (there) => ({ as: 'owner', path: pageOf(there), body: { displayName: '' } }),
      ...deadContacts((there) => ({ as: 'owner', path: pageOf(there) })),
      IMAGE_NOT_FOUND: (there) => ({ as: 'owner', path: pageOf(there), body: { avatar: nobodysPicture } }),
      TOO_MANY_CHANGES: async ({ api, people }) => {
        const { token } = people.owner;
        const body = { displayName: 'X', blocksJson: { name: 'X' } };
        const path = `/api/pages/${(await api('POST', '/api/pages', body, token)).page.id}`;
        await changeOften(PAGE_CHANGES, (time) => api('PATCH', path, { displayName: `X ${time}` }, token));
        return { as: 'owner', path, body: { displayName: 'Y' } };
      },
    },
  },
  claimPage: {
    right: async ({ world }) => ({ as: 'other', path: `/api/pages/${await world.unclaimedPage()}/claim` }),
    refusals: {
      PAGE_NOT_FOUND: () => ({ as: 'owner', path: '/api/pages/nobody/claim' }),
      PAGE_ALREADY_CLAIMED: (there) => ({ as: 'other', path: `${pageOf(there)}/claim` }),
      PAGE_INACTIVE: async ({ api, people, world }) => {
        const id = await world.unclaimedPage();
        await api('PATCH', `/api/admin/pages/${id}`, { state: 'INACTIVE' }, people.admin.token);
        return { as: 'other', path: `/api/pages/${id}/claim` };
      },
      TOO_MANY_REQUESTS: async ({ world, signIn }) => ({
        token: await signIn(await world.driver()),
        path: '/api/pages/nobody/claim',
        before: 10,
      }),
    },
  },
  readPageAnalytics: {
    right: (there) => ({ as: 'owner', path: `${pageOf(there)}/analytics?own=exclude` }),
    refusals: { PAGE_NOT_FOUND: (there) => ({ as: 'other', path: `${pageOf(there)}/analytics` }) },
  },

  listPages: { right: () => ({ as: 'admin', path: '/api/admin/pages?limit=10000&state=ALL&claimed=ALL' }) },
  createPageWithId: {
    right: ({ world, people }) => ({
      as: 'admin',
      body: { pageId: world.fresh(), state: 'ACTIVE', displayName: null, ownerUserId: people.owner.id },
    }),
    refusals: {
      IDEMPOTENCY_KEY_REUSED: async (there) => {
        const pageId = await there.world.unclaimedPage();
        return reused('/api/admin/pages/create', 'admin', { pageId: `${pageId}-2` })(there);
      },
      PAGE_ID_REQUIRED: () => ({ as: 'admin', body: { pageId: ' ' } }),
      PAGE_ID_INVALID: () => ({ as: 'admin', body: { pageId: 'mine' } }),
      PAGE_ID_TAKEN: ({ world }) => ({ as: 'admin', body: { pageId: world.pageId.toUpperCase() } }),
      OWNER_NOT_FOUND: ({ world }) => ({ as: 'admin', body: { pageId: world.fresh(), ownerUserId: unknownId } }),
    },
  },
  createPagesInBulk: {
    right: () => ({ as: 'admin', body: { quantity: 3, prefixNote: 'Salon', state: 'ACTIVE' } }),
    refusals: {
      IDEMPOTENCY_KEY_REUSED: reused('/api/admin/pages/bulk', 'admin', { quantity: 1 }),
      QUANTITY_OUT_OF_RANGE: () => ({ as: 'admin', body: { quantity: 1001 } }),
      OWNER_NOT_FOUND: () => ({ as: 'admin', body: { quantity: 1, ownerUserId: unknownId } }),
    },
  },
  downloadWorkbook: {
    right: async ({ world }) => ({ as: 'admin', path: (await world.workbook()).path }),
    refusals: {
      WORKBOOK_NOT_FOUND: () => ({ as: 'admin', path: `/api/admin/exports/${unknownId}.xlsx` }),
      NOT_FOUND: () => ({ as: 'admin', path: '/api/admin/exports/anything.csv' }),
    },
  },
  administerPage: {
    right: async ({ world, people }) => ({
      as: 'admin',
      path: `/api/admin/pages/${await world.unclaimedPage()}`,
      body: { newId: world.fresh(), state: 'ACTIVE', displayName: 'Renamed', ownerUserId: people.owner.id },
    }),
    refusals: {
      PAGE_NOT_FOUND: () => ({ as: 'admin', path: '/api/admin/pages/nobody', body: {} }),
      PAGE_CHANGED: ({ world }) => ({
        as: 'admin',
        path: `/api/admin/pages/${world.pageId}`,
        body: {},
        headers: { 'if-match': '"999"' },
      }),
      PAGE_ID_INVALID: ({ world }) => ({ as: 'admin', path: `/api/admin/pages/${world.pageId}`, body: { newId: 'é' } }),
      PAGE_ID_TAKEN: async ({ world }) => ({
        as: 'admin',
        path: `/api/admin/pages/${world.pageId}`,
        body: { newId: await world.unclaimedPage() },
      }),
      OWNER_NOT_FOUND: ({ world }) => ({
        as: 'admin',
        path: `/api/admin/pages/${world.pageId}`,
        body: { ownerUserId: unknownId },
      }),
      TOO_MANY_CHANGES: async (there) => ({
        as: 'admin',
        path: await pathOfChangedPage(there),
        body: { displayName: 'Y' },
      }),
    },
  },
  changePageState: {
    right: async ({ world }) => ({
      as: 'admin',
      path: `/api/admin/pages/${await world.unclaimedPage()}`,
      body: { state: 'DEACTIVATED' },
    }),
    refusals: {
      PAGE_NOT_FOUND: () => ({ as: 'admin', path: '/api/admin/pages/nobody', body: { state: 'ACTIVE' } }),
      PAGE_CHANGED: ({ world }) => ({
        as: 'admin',
        path: `/api/admin/pages/${world.pageId}`,
        body: { state: 'ACTIVE' },
        headers: { 'if-match': '"999"' },
      }),
      TOO_MANY_CHANGES: async (there) => ({
        as: 'admin',
        path: await pathOfChangedPage(there),
        body: { state: 'DEACTIVATED' },
      }),
    },
  },
  deletePage: {
    right: async ({ world }) => ({ as: 'admin', path: `/api/admin/pages/${await world.unclaimedPage()}` }),
    refusals: { PAGE_NOT_FOUND: () => ({ as: 'admin', path: '/api/admin/pages/nobody' }) },
  },
  globalAnalytics: { right: () => ({ as: 'admin' }) },
  adminPageAnalytics: {
    right: ({ world }) => ({ as: 'admin', path: `/api/admin/pages/${world.pageId}/analytics` }),
    refusals: { PAGE_NOT_FOUND: () => ({ as: 'admin', path: '/api/admin/pages/nobody/analytics' }) },
  },
  listUsers: { right: () => ({ as: 'admin', path: '/api/admin/users?limit=2' }) },
  changeUserRole: {
    right: async ({ world }) => ({
      as: 'admin',
      path: `/api/admin/users/${(await world.driver()).id}/role`,
      body: { role: 'SUPPORT' },
    }),
    refusals: {
      USER_NOT_FOUND: () => ({ as: 'admin', path: `/api/admin/users/${unknownId}/role`, body: { role: 'DRIVER' } }),
      OWN_ROLE: ({ people }) => ({
        as: 'admin',
        path: `/api/admin/users/${people.admin.id}/role`,
        body: { role: 'DRIVER' },
      }),
      SUPERADMIN_PROTECTED: async ({ world }) => ({
        as: 'admin',
        path: `/api/admin/users/${await world.superadmin()}/role`,
        body: { role: 'DRIVER' },
      }),
      TOO_MANY_CHANGES: async ({ api, world, people }) => {
        const path = `/api/admin/users/${(await world.driver()).id}/role`;
        await changeOften(ROLE_CHANGES, (time) =>
          api('PATCH', path, { role: time % 2 === 0 ? 'SUPPORT' : 'DRIVER' }, people.admin.token),
        );
        return { as: 'admin', path, body: { role: 'SUPPORT' } };
      },
    },
  },

  sendSupportMessage: {
    right: ({ world }) => anyone(message(`${world.fresh()}@example.com`)),
    refusals: {
      CONTACT_FIELDS_REQUIRED: ({ world }) => anyone({ ...message(`${world.fresh()}@example.com`), subject: ' ' }),
      EMAIL_INVALID: () => anyone(message('nobody')),
      NAME_TOO_LONG: ({ world }) => anyone({ ...message(`${world.fresh()}@example.com`), name: 'x'.repeat(5000) }),
      SUBJECT_TOO_LONG: ({ world }) =>
        anyone({ ...message(`${world.fresh()}@example.com`), subject: 'x'.repeat(5000) }),
      MESSAGE_TOO_SHORT: ({ world }) => anyone({ ...message(`${world.fresh()}@example.com`), message: 'short' }),
      MESSAGE_TOO_LONG: ({ world }) =>
        anyone({ ...message(`${world.fresh()}@example.com`), message: 'x'.repeat(20_000) }),
      TOO_MANY_MESSAGES: ({ world }) => ({
        ...anyone(message(`${world.fresh()}@example.com`)),
        address: someAddress(),
        before: 5,
      }),
    },
  },
  listSupportMessages: { right: () => ({ as: 'support', path: '/api/support/inbox?status=OPEN&limit=1' }) },
  changeSupportMessageStatus: {
    right: async ({ world }) => ({
      as: 'support',
      path: `/api/support/message/${await world.message()}`,
      body: { status: 'RESOLVED' },
    }),
    refusals: {
      MESSAGE_NOT_FOUND: () => ({ as: 'support', path: '/api/support/message/%00', body: { status: 'OPEN' } }),
      TOO_MANY_CHANGES: async (there) => ({
        as: 'support',
        path: await pathOfChangedMessage(there),
        body: { status: 'RESOLVED' },
      }),
    },
  },
  claimSupportMessage: {
    right: async ({ world }) => ({ as: 'support', path: `/api/support/message/${await world.message()}/claim` }),
    refusals: {
      MESSAGE_NOT_FOUND: () => ({ as: 'support', path: '/api/support/message/nothing/claim' }),
      MESSAGE_ALREADY_HANDLED: async ({ api, people, world }) => {
        const path = `/api/support/message/${await world.message()}/claim`;
        await api('POST', path, undefined, people.admin.token);
        return { as: 'support', path };
      },
      // Claims are not counted, assignments are.
      TOO_MANY_CHANGES: async (there) => ({
        as: 'admin',
        path: `${await pathOfChangedMessage(there)}/claim`,
        body: { userId: there.people.support.id },
      }),
      HANDLER_NOT_FOUND: async ({ world, people }) => ({
        as: 'admin',
        path: `/api/support/message/${await world.message()}/claim`,
        body: { userId: people.owner.id },
      }),
    },
  },
};

function message(email: string) {
  return { name: 'Contract', email, subject: 'Contract', message: 'A message to be read.' };
}

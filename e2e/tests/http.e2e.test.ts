import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { CLICK_NAMES, EVENT_TYPES } from '../../proto/src/activity/click-types.ts';
import {
  type Answer,
  call,
  createPage,
  eventually,
  logIn,
  type Person,
  readReport,
  SUPERADMIN,
  signUp,
  someAddress,
} from '../src/api.ts';
import { useSharedProduct } from '../src/shared-product.ts';

const product = useSharedProduct();
let driver: Person;
let other: Person;
let admin: string;
let pageId: string;

const BLOCKS = {
  name: 'Test driver',
  company: 'Test company',
  bio: 'A line about the trade.',
  phone: '+33 6 39 98 00 09',
  email: 'page@example.com',
  whatsapp: '+33 6 39 98 00 09',
  website: 'example.com',
  instagram: '@example',
  displayStyle: 'buttons',
  customFields: [{ id: 'one', name: 'Booking', value: 'example.com/book', icon: 'calendar.svg', color: '#10B981' }],
};
const USER_KEYS = ['_count', 'avatar', 'createdAt', 'email', 'id', 'phone', 'role', 'username'];
const PAGE_KEYS = [
  '_count',
  'avatar',
  'blocksJson',
  'claimed',
  'claimedAt',
  'createdAt',
  'displayName',
  'id',
  'inactive',
  'indexable',
  'owner',
  'ownerId',
  'state',
];

beforeAll(async () => {
  driver = await signUp(product.origin);
  other = await signUp(product.origin);
  admin = await logIn(product.origin, SUPERADMIN);
  pageId = await createPage(product.origin, driver.token, 'First page');
});

const ask = (method: string, path: string, body?: unknown, token?: string, more: object = {}): Promise<Answer> =>
  call(product.origin, method, path, body, { ...(token === undefined ? {} : { token }), ...more });

/** Every refusal has exactly this form, with a text for people and no internal details. */
function expectRefusal(answer: Answer, status: number, code: string): void {
  const { field, ...body } = answer.body;
  expect(body).toEqual({ success: false, error: expect.stringMatching(/\S/), code });
  expect(['string', 'undefined']).toContain(typeof field);
  expect(answer.status).toBe(status);
  expect(JSON.stringify(answer.body)).not.toMatch(/\.ts:|node_modules|subgraph|sqlite|clickhouse|at Object/i);
}

describe('accounts', () => {
  test('signup, login, me and logout answer in the documented shapes', async () => {
    const credentials = {
      email: `${randomUUID()}@example.com`,
      username: `u-${randomUUID().slice(0, 8)}`,
      password: 'secret-1',
    };
    const signup = await ask('POST', '/api/auth/signup', credentials);
    expect(Object.keys(signup.body).sort()).toEqual(['success', 'token', 'user']);
    expect(Object.keys(signup.body.user).sort()).toEqual(USER_KEYS);
    expect(signup.body.user).toMatchObject({ email: credentials.email, role: 'DRIVER', _count: { pages: 0 } });

    const login = await ask('POST', '/api/auth/login', {
      email: credentials.email.toUpperCase(),
      password: credentials.password,
    });
    expect(login.body).toMatchObject({ success: true, user: { username: credentials.username } });
    const me = await ask('GET', '/api/auth/me', undefined, login.body.token);
    expect(Object.keys(me.body)).toEqual(['user', 'announcements']);
    expect(me.headers.get('cache-control')).toContain('no-store');

    expect((await ask('POST', '/api/auth/logout', undefined, login.body.token)).body).toEqual({ success: true });
    expectRefusal(await ask('GET', '/api/auth/me', undefined, login.body.token), 401, 'UNAUTHENTICATED');
    expect((await ask('GET', '/api/auth/me', undefined, signup.body.token)).status).toBe(200);
  });

  test('an e-mail address and a name belong to one account, regardless of case', async () => {
    const password = 'secret-1';
    const name = () => `u-${randomUUID().slice(0, 8)}`;
    expectRefusal(
      await ask('POST', '/api/auth/signup', { email: driver.email.toUpperCase(), username: name(), password }),
      409,
      'EMAIL_TAKEN',
    );
    const email = `${randomUUID()}@example.com`;
    expectRefusal(
      await ask('POST', '/api/auth/signup', { email, username: driver.username.toUpperCase(), password }),
      409,
      'USERNAME_TAKEN',
    );
    // A refused sign-up does not reserve its e-mail address.
    expect((await ask('POST', '/api/auth/signup', { email, username: name(), password })).status).toBe(200);
  });

  test('a wrong password is refused in the requested language, and the sixth try in a minute has to wait', async () => {
    const address = someAddress();
    const person = await signUp(product.origin);
    const wrong = { email: person.email, password: 'not the password' };
    const french = await call(product.origin, 'POST', '/api/auth/login', wrong, { address, language: 'fr' });
    expectRefusal(french, 401, 'INVALID_CREDENTIALS');
    const english = await call(product.origin, 'POST', '/api/auth/login', wrong, { address });
    expect(english.body.error).not.toBe(french.body.error);
    for (let time = 0; time < 3; time += 1) await call(product.origin, 'POST', '/api/auth/login', wrong, { address });
    const sixth = await call(product.origin, 'POST', '/api/auth/login', wrong, { address });
    expectRefusal(sixth, 429, 'TOO_MANY_REQUESTS');
    expect(Number(sixth.headers.get('retry-after'))).toBeGreaterThan(0);
  });

  test('a user cannot choose a role', async () => {
    const signup = { email: `${randomUUID()}@example.com`, username: 'climber', password: 'secret-1', role: 'ADMIN' };
    expectRefusal(await ask('POST', '/api/auth/signup', signup), 400, 'VALIDATION_FAILED');
  });
});

describe('pages', () => {
  test('create, read, change and list answer in the documented shapes', async () => {
    const created = await ask(
      'POST',
      '/api/pages',
      { displayName: 'Second page', blocksJson: BLOCKS, state: 'ACTIVE' },
      driver.token,
    );
    expect(created.status).toBe(201);
    expect(created.body.page.id).toMatch(/^[a-km-np-z2-9]{24}$/);
    const id: string = created.body.page.id;

    const read = await ask('GET', `/api/pages/${id}`, undefined, driver.token);
    expect(Object.keys(read.body.page).sort()).toEqual(PAGE_KEYS);
    expect(read.body.page).toMatchObject({
      displayName: 'Second page',
      state: 'ACTIVE',
      claimed: true,
      inactive: false,
      ownerId: driver.id,
      owner: { id: driver.id, username: driver.username, email: driver.email },
      _count: { events: 0, views: 0 },
      blocksJson: BLOCKS,
    });

    const etag = read.headers.get('etag') ?? '';
    const change = { displayName: 'Renamed', state: 'INACTIVE' };
    expect(
      (await ask('PATCH', `/api/pages/${id}`, change, driver.token, { headers: { 'if-match': etag } })).status,
    ).toBe(200);
    expectRefusal(
      await ask('PATCH', `/api/pages/${id}`, { displayName: 'Lost' }, driver.token, { headers: { 'if-match': etag } }),
      412,
      'PAGE_CHANGED',
    );
    const mine = await ask('GET', '/api/pages/mine', undefined, driver.token);
    expect(mine.body).toMatchObject({ total: mine.body.pages.length });
    expect(mine.body.pages[0]).toMatchObject({
      id,
      displayName: 'Renamed',
      state: 'INACTIVE',
      inactive: true,
      blocksJson: BLOCKS,
    });
  });

  test("a request to read, change or count another driver's page answers not found", async () => {
    expectRefusal(await ask('GET', `/api/pages/${pageId}`, undefined, other.token), 404, 'PAGE_NOT_FOUND');
    expectRefusal(await ask('PATCH', `/api/pages/${pageId}`, { displayName: 'x' }, other.token), 404, 'PAGE_NOT_FOUND');
    expectRefusal(await ask('GET', `/api/pages/${pageId}/analytics`, undefined, other.token), 404, 'PAGE_NOT_FOUND');
    expectRefusal(await ask('GET', `/api/pages/${pageId}`), 401, 'UNAUTHENTICATED');
  });

  test('a driver can neither block a page nor give it away', async () => {
    for (const body of [
      { state: 'DEACTIVATED' },
      { state: 'UNCLAIMED' },
      { ownerId: other.id },
      { claimedAt: '2020-01-01' },
    ]) {
      const answer = await ask('PATCH', `/api/pages/${pageId}`, body, driver.token);
      expect([400, 403]).toContain(answer.status);
    }
    const { body } = await ask('GET', `/api/pages/${pageId}`, undefined, driver.token);
    expect(body.page).toMatchObject({ state: 'ACTIVE', ownerId: driver.id });
  });

  test.each([
    ['a number for a name', { blocksJson: { ...BLOCKS, name: 5 } }],
    ['a style that is none', { blocksJson: { ...BLOCKS, displayStyle: 'neon' } }],
    [
      'an icon that is none',
      { blocksJson: { ...BLOCKS, customFields: [{ ...BLOCKS.customFields[0], icon: '../x.svg' }] } },
    ],
    [
      'a colour that is none',
      { blocksJson: { ...BLOCKS, customFields: [{ ...BLOCKS.customFields[0], color: 'red' }] } },
    ],
    ['an oversized text', { blocksJson: { ...BLOCKS, bio: 'x'.repeat(501) } }],
    [
      '21 custom items',
      {
        blocksJson: {
          ...BLOCKS,
          customFields: Array.from({ length: 21 }, (_, n) => ({
            id: `${n}`,
            name: 'n',
            value: 'v',
            icon: '',
            color: '',
          })),
        },
      },
    ],
    ['a picture from elsewhere', { avatar: 'https://example.com/a.png' }],
    ['blocks that are no object', { blocksJson: '[1]' }],
    ['an unknown field', { colour: 'red' }],
  ])('%s is refused, and the error names the field', async (_, body) => {
    expectRefusal(await ask('PATCH', `/api/pages/${pageId}`, body, driver.token), 400, 'VALIDATION_FAILED');
  });
});

describe('the public page', () => {
  const KEYS = ['avatar', 'blocks', 'claimed', 'displayName', 'inactive', 'state'];
  const read = (id: string) => ask('GET', `/api/public/pages/${id}`);

  test('shows an active profile, hides an inactive one, and follows each change within two seconds', async () => {
    const created = await ask(
      'POST',
      '/api/pages',
      { displayName: 'Shown', blocksJson: BLOCKS, state: 'ACTIVE' },
      driver.token,
    );
    const id: string = created.body.page.id;
    const shown = await eventually(
      () => read(id),
      ({ status }) => status === 200,
    );
    expect(Object.keys(shown.body).sort()).toEqual(KEYS);
    expect(shown.body).toMatchObject({
      claimed: true,
      state: 'ACTIVE',
      inactive: false,
      displayName: 'Shown',
      blocks: BLOCKS,
    });

    for (const form of [`${id}.html`, id.toUpperCase(), `${id}.HTML`])
      expect((await read(form)).body).toEqual(shown.body);
    const html = await ask('GET', `/d/${id}.html`);
    expect(html.status).toBe(200);
    expect(html.body).toContain('<h1');
    expect(html.body).toContain('tel:+33639980009');

    const waits: number[] = [];
    // The fastest of several, because the machine may be busy.
    for (const displayName of ['One', 'Two', 'Three']) {
      const begun = performance.now();
      await ask('PATCH', `/api/pages/${id}`, { displayName }, driver.token);
      await eventually(
        () => read(id),
        ({ body }) => body.displayName === displayName,
      );
      waits.push(performance.now() - begun);
    }
    expect(Math.min(...waits)).toBeLessThan(2_000);
    await ask('PATCH', `/api/pages/${id}`, { state: 'INACTIVE' }, driver.token);
    const hidden = await eventually(
      () => read(id),
      ({ body }) => body.inactive === true,
    );
    expect(hidden.body).toMatchObject({ claimed: true, state: 'INACTIVE', displayName: 'Three' });
    expect(JSON.stringify(hidden.body)).not.toMatch(/Test driver|0009|example\.com/);
    const shell = await ask('GET', `/d/${id}`);
    expect(shell.body).not.toMatch(/Test driver|0009/);
    expect(`${shell.headers.get('x-robots-tag')}${shell.body}`).toContain('noindex');
  });

  test('is not found for an unknown id, as a page and as data', async () => {
    expectRefusal(await read('nobodys-page'), 404, 'PAGE_NOT_FOUND');
    expect((await ask('GET', '/d/nobodys-page')).status).toBe(404);
    expect((await ask('GET', '/no/such/screen')).status).toBe(404);
  });

  test('ignores an expired or broken token', async () => {
    expect((await ask('GET', `/api/public/pages/${pageId}`, undefined, 'garbage')).status).toBe(200);
    expect((await ask('POST', '/api/public/events', { pageId, type: 'VIEW' }, 'a.b.c')).status).toBe(202);
  });
});

describe('events', () => {
  const figures = (id: string) => readReport(product.origin, driver.token, id);

  test('every type is counted in its own figure, and the figures add up', async () => {
    const id = await createPage(product.origin, driver.token, 'Counted', ['Booking', 'Fares']);
    const types = EVENT_TYPES.filter((type) => type !== 'CLICK_CUSTOM_FIELD');
    const clicks = types.length - 1 + 3;
    const events = types.map((type) => ({ id: randomUUID(), pageId: id, type }));
    const custom = ['Booking', 'Booking', 'Fares'].map((customData) => ({
      pageId: id,
      type: 'CLICK_CUSTOM_FIELD',
      customData,
    }));
    const send = () => ask('POST', '/api/public/events', { events: [...events, ...custom] });
    const sent = await eventually(send, ({ status }) => status === 202);
    expect(sent).toMatchObject({ status: 202, body: { success: true, accepted: clicks + 1, refused: [] } });

    const report = await eventually(
      () => figures(id),
      ({ summary }) => summary?.clicks === clicks,
    );
    expect(Object.keys(report).sort()).toEqual(['chartData', 'recentEvents', 'summary']);
    expect(report.summary).toEqual({
      views: 1,
      clicks,
      clicksByType: { ...Object.fromEntries(Object.values(CLICK_NAMES).map((name) => [name, 1])), customFields: 3 },
      customFieldsBreakdown: { Booking: 2, Fares: 1 },
    });
    expect(report.chartData).toHaveLength(30);
    expect(report.chartData[0]).toMatchObject({ views: 1, clicks });
    expect(report.chartData[0].date > report.chartData[29].date).toBe(true);
    expect(report.recentEvents).toHaveLength(10);
    expect(Object.keys(report.recentEvents[0]).sort()).toEqual(['country', 'createdAt', 'id', 'type']);

    const page = (await ask('GET', `/api/pages/${id}`, undefined, driver.token)).body.page;
    expect(page._count).toEqual({ events: clicks + 1, views: 1 });
  });

  test.each([
    ['an unknown type', { type: 'CLICK_FAX' }],
    ['no type', {}],
    ['an id that is none', { type: 'VIEW', id: 'mine' }],
    ['an oversized field name', { type: 'CLICK_CUSTOM_FIELD', customData: 'x'.repeat(401) }],
    ['a custom click without its field', { type: 'CLICK_CUSTOM_FIELD' }],
    ['a field name that turns the text around it', { type: 'CLICK_CUSTOM_FIELD', customData: 'a\u202eb' }],
    ['a field name of two lines', { type: 'CLICK_CUSTOM_FIELD', customData: 'a\nb' }],
    ['a source that is none', { type: 'VIEW', source: 'radio' }],
  ])('%s is refused and not stored', async (_, event) => {
    const id = await createPage(product.origin, driver.token, 'Untouched');
    expectRefusal(await ask('POST', '/api/public/events', { pageId: id, ...event }), 400, 'VALIDATION_FAILED');
    const click = () => ask('POST', '/api/public/events', { pageId: id, type: 'CLICK_CALL' });
    await eventually(click, ({ status }) => status === 202);
    const report = await eventually(
      () => figures(id),
      ({ summary }) => summary?.clicks === 1,
    );
    expect(report.summary.views).toBe(0);
    expect(report.recentEvents).toHaveLength(1);
    await ask('PATCH', `/api/pages/${id}`, { state: 'INACTIVE' }, driver.token);
  });

  test('an event of an unknown page or of a page without a visible profile is refused', async () => {
    expectRefusal(
      await ask('POST', '/api/public/events', { pageId: 'nobodys-page', type: 'VIEW' }),
      404,
      'PAGE_NOT_FOUND',
    );
    const { body } = await ask('POST', '/api/admin/pages/bulk', { quantity: 1 }, admin);
    const unclaimed: string = body.links[0].id;
    const refused = await eventually(
      () => ask('POST', '/api/public/events', { pageId: unclaimed, type: 'VIEW' }),
      ({ status }) => status === 409,
    );
    expectRefusal(refused, 409, 'PAGE_NOT_SHOWN');
  });

  test('a tap on an item that the page never had is not counted', async () => {
    const id = await createPage(product.origin, driver.token, 'Items', ['Fares']);
    const tap = (customData: string) =>
      ask('POST', '/api/public/events', { pageId: id, type: 'CLICK_CUSTOM_FIELD', customData });
    await eventually(
      () => tap('Fares'),
      ({ status }) => status === 202,
    );
    expectRefusal(await tap('https://bait.example'), 404, 'ITEM_NOT_FOUND');
    const blocksJson = { name: 'Items', customFields: [{ name: 'Prices', value: 'x' }] };
    await ask('PATCH', `/api/pages/${id}`, { blocksJson }, driver.token);
    await eventually(
      () => tap('Prices'),
      ({ status }) => status === 202,
    );
    // A visitor who opened the page earlier still sees the old name.
    expect((await tap('Fares')).status).toBe(202);
    const { summary } = await eventually(
      () => figures(id),
      ({ summary: found }) => found?.clicks === 3,
    );
    expect(summary.customFieldsBreakdown).toEqual({ Fares: 2, Prices: 1 });
  });

  test('one visitor may send at most 120 a minute', async () => {
    const address = someAddress();
    const events = Array.from({ length: 40 }, () => ({ pageId, type: 'VIEW' }));
    for (let time = 0; time < 3; time += 1) {
      expect((await call(product.origin, 'POST', '/api/public/events', { events }, { address })).status).toBe(202);
    }
    const over = await call(product.origin, 'POST', '/api/public/events', { pageId, type: 'VIEW' }, { address });
    expectRefusal(over, 429, 'TOO_MANY_REQUESTS');
    expect(Number(over.headers.get('retry-after'))).toBeGreaterThan(0);
  });
});

describe('administration', () => {
  test('creates pages in bulk and singly, and lists them', async () => {
    const bulk = await ask('POST', '/api/admin/pages/bulk', { quantity: 3, prefixNote: 'Batch' }, admin);
    expect(bulk.status).toBe(201);
    expect(Object.keys(bulk.body).sort()).toEqual(['excelFile', 'links', 'success']);
    expect(bulk.body.links).toHaveLength(3);
    const single = { pageId: `card-${randomUUID()}`, state: 'UNCLAIMED', displayName: null, ownerUserId: null };
    expect((await ask('POST', '/api/admin/pages/create', single, admin)).status).toBe(201);
    expectRefusal(
      await ask('POST', '/api/admin/pages/create', { ...single, pageId: single.pageId.toUpperCase() }, admin),
      409,
      'PAGE_ID_TAKEN',
    );
    const list = await ask('GET', '/api/admin/pages?limit=10000', undefined, admin);
    expect(list.body.total).toBe(list.body.pages.length);
    const found = list.body.pages.find(({ id }: { id: string }) => id === single.pageId);
    expect(Object.keys(found).sort()).toEqual(PAGE_KEYS);
    expect(found).toMatchObject({ state: 'UNCLAIMED', claimed: false, owner: null, ownerId: null });
  });

  test.each([
    ...[0, 1001, 1.5, '', null].map((quantity) => ({ quantity, code: 'QUANTITY_OUT_OF_RANGE' })),
    ...['3', true, [3]].map((quantity) => ({ quantity, code: 'VALIDATION_FAILED' })),
  ])('refuses a quantity of $quantity with $code', async ({ quantity, code }) => {
    expectRefusal(await ask('POST', '/api/admin/pages/bulk', { quantity }, admin), 400, code);
  });

  test.each(['new', 'mine', 'bulk', 'a b', 'x.html', 'é', 'x'.repeat(65), ''])('refuses the id %j', async (id) => {
    const answer = await ask('POST', '/api/admin/pages/create', { pageId: id, state: 'UNCLAIMED' }, admin);
    expect(answer.status).toBe(400);
  });

  test('refuses drivers and strangers', async () => {
    for (const [method, path] of [
      ['GET', '/api/admin/pages'],
      ['POST', '/api/admin/pages/bulk'],
      ['POST', '/api/admin/pages/create'],
    ] as const) {
      const body =
        method === 'POST' ? (path.endsWith('bulk') ? { quantity: 1 } : { pageId: 'x', state: 'ACTIVE' }) : undefined;
      expectRefusal(await ask(method, path, body, driver.token), 403, 'FORBIDDEN');
      expectRefusal(await ask(method, path, body), 401, 'UNAUTHENTICATED');
    }
  });
});

describe('invalid requests', () => {
  test.each([
    ['an unlisted path', 'GET', '/api/nothing', undefined, {}, 404, 'NOT_FOUND'],
    ['a wrong method', 'DELETE', '/api/auth/login', undefined, {}, 405, 'METHOD_NOT_ALLOWED'],
    ['broken JSON', 'POST', '/api/auth/login', '{"email":', {}, 400, 'MALFORMED_BODY'],
    ['an empty body', 'POST', '/api/auth/login', '', {}, 400, undefined],
    ['an array for an object', 'POST', '/api/auth/login', '[]', {}, 400, 'MALFORMED_BODY'],
    [
      'another content type',
      'POST',
      '/api/auth/login',
      'email=x',
      { 'content-type': 'application/x-www-form-urlencoded' },
      415,
      'UNSUPPORTED_MEDIA_TYPE',
    ],
    [
      'a huge body',
      'POST',
      '/api/auth/login',
      JSON.stringify({ email: 'x'.repeat(2_000_000) }),
      {},
      413,
      'PAYLOAD_TOO_LARGE',
    ],
    ['broken JSON for an event', 'POST', '/api/public/events', '{', {}, 400, 'MALFORMED_BODY'],
    ['an odd path', 'GET', '/api/public/pages/%00', undefined, {}, undefined, undefined],
    ['a path that cannot be decoded', 'GET', '/api/public/pages/%E0%A4%A', undefined, {}, undefined, undefined],
  ] as const)('%s is refused with its code', async (_, method, path, body, headers, status, code) => {
    const answer = await call(product.origin, method, path, body, { headers });
    if (status === undefined) {
      expect(answer.status).toBeGreaterThanOrEqual(400);
      expect(answer.status).toBeLessThan(500);
      expect(answer.body).toEqual({ success: false, error: expect.any(String), code: expect.any(String) });
    } else {
      expectRefusal(answer, status, code ?? answer.body.code);
    }
  });

  test('GraphQL answers an invalid request with an error and a code', async () => {
    for (const body of [{ query: '{' }, { query: '{ nothing }' }, { query: '{ me { id } }' }, {}, []]) {
      const answer = await ask('POST', '/graphql', body);
      expect(answer.status).toBeLessThan(500);
      expect(JSON.stringify(answer.body)).not.toMatch(/node_modules|\.ts:|identity/);
      expect(answer.body.errors?.[0]?.extensions?.code ?? answer.body.code).toMatch(/^[A-Z_]+$/);
    }
  });

  test('every answer has the security headers', async () => {
    for (const path of ['/', `/d/${pageId}`, '/api/auth/me', '/no/such/screen']) {
      const { headers } = await ask('GET', path);
      expect(headers.get('x-content-type-options'), path).toBe('nosniff');
      expect(headers.get('content-security-policy'), path).toMatch(/frame-ancestors 'none'/);
      expect(headers.get('content-security-policy'), path).not.toMatch(/script-src[^;]*'unsafe-inline'/);
      expect(headers.get('referrer-policy'), path).toMatch(/strict-origin/);
      expect(headers.get('x-powered-by'), path).toBeNull();
    }
  });
});

import { DomainError, ForwardedError } from '@volant/infra/errors/domain-error';
import { CLICK_NAMES } from '@volant/proto/activity/click-types';
import { fieldLabel } from '@volant/proto/text/field-label';
import { describe, expect, it } from 'vitest';
import { PAGE, TOKEN } from '../testing/canned-subgraphs.ts';
import { AUTHORIZED, OWN_USER, REST_USER, useGateway } from '../testing/rest-calls.ts';
import { describedOperations } from './register-rest.ts';

const gateway = useGateway({ subgraphTimeoutMs: 300 });
const { ask, argsOf } = gateway;

const REST_PAGE = {
  id: 'berline-demo',
  displayName: 'Berline Démo',
  state: 'ACTIVE',
  ownerId: 'u1',
  owner: { id: 'u1', username: 'ana', email: 'ana@demo.example' },
  createdAt: PAGE.createdAt,
  claimedAt: PAGE.claimedAt,
  claimed: true,
  inactive: false,
  avatar: null,
  indexable: false,
  _count: { events: 12, views: 7 },
  blocksJson: PAGE.profile,
};

describe('accounts', () => {
  it('logs in with the documented answer, counting pages with the new token', async () => {
    const answer = await ask('POST', '/api/auth/login', { email: 'a@b.example', password: 'secret' }, {});
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({ success: true, token: TOKEN, user: REST_USER });
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(argsOf('logIn')).toEqual({ input: { email: 'a@b.example', password: 'secret', remember: false } });
  });

  it('passes a refused log-in on in the requested language, French by default', async () => {
    const body = { email: 'a@b.example', password: 'wrong' };
    const french = await ask('POST', '/api/auth/login', body, {});
    expect(french.status).toBe(401);
    expect(french.body).toEqual({
      success: false,
      error: 'Adresse ou mot de passe incorrect.',
      code: 'INVALID_CREDENTIALS',
    });
    const english = await ask('POST', '/api/auth/login', body, { 'accept-language': 'en-GB,fr;q=0.5' });
    expect(english.body).toMatchObject({ error: 'Wrong e-mail or password.' });
    expect(english.headers.get('vary')).toContain('Accept-Language');
  });

  it('signs up', async () => {
    const body = { email: 'a@b.example', username: 'ana', password: 'secret' };
    expect((await ask('POST', '/api/auth/signup', body, {})).body).toEqual({
      success: true,
      token: TOKEN,
      user: REST_USER,
    });
    expect(argsOf('signUp')).toEqual({ input: body });
  });

  it('logs out with an empty body under the JSON content type', async () => {
    const response = await fetch(`${gateway.origin()}/api/auth/logout`, {
      method: 'POST',
      headers: { ...AUTHORIZED, 'content-type': 'application/json' },
    });
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({ success: true });
  });

  it('returns the signed-in user, and answers 401 without a session', async () => {
    expect((await ask('GET', '/api/auth/me')).body).toEqual({
      user: OWN_USER,
      announcements: [expect.objectContaining({ audience: 'EVERYBODY', level: 'INFORMATION' })],
    });
    const stranger = await ask('GET', '/api/auth/me', undefined, {});
    expect(stranger.status).toBe(401);
    expect(stranger.body).toMatchObject({ success: false, code: 'UNAUTHENTICATED' });
    expect(stranger.headers.get('www-authenticate')).toBe('Bearer');
  });
});

describe('operations for signed-in users', () => {
  const closed = describedOperations().filter(({ access }) => access !== 'anyone');
  it('are the majority', () => expect(closed.length).toBeGreaterThan(20));
  it.each(closed.map(({ method, url }) => [method, url]))(
    '%s %s is refused without a token before its input is read',
    async (method, url) => {
      const path = `${url.replace(/:\w+/g, 'x')}?nonsense=1`;
      for (const headers of [{}, { authorization: 'Basic Og==' }]) {
        const response = await fetch(gateway.origin() + path, {
          method,
          headers: { ...headers, 'content-type': 'application/xml' },
          ...(method === 'GET' ? {} : { body: '<' }),
        });
        expect(response.status).toBe(401);
        expect(await response.json()).toMatchObject({ success: false, code: 'UNAUTHENTICATED' });
      }
    },
  );
});

describe('pages', () => {
  it('lists the user’s own pages, in parts or completely', async () => {
    const answer = await ask('GET', '/api/pages/mine?limit=1&cursor=abc');
    expect(answer.body).toEqual({ pages: [REST_PAGE], total: 2, cursor: '1|abc' });
    gateway.canned().calls.length = 0;
    const last = await ask('GET', '/api/pages/mine');
    expect(argsOf('myPages')).toEqual({ first: 500, after: null });
    expect(last.body).toEqual({ pages: [REST_PAGE], total: 2, cursor: null });
  });

  it('shows a page with its version as ETag', async () => {
    const answer = await ask('GET', '/api/pages/berline-demo');
    expect(answer.body).toEqual({ page: REST_PAGE });
    expect(answer.headers.get('etag')).toBe('"3"');
  });

  it('creates a page', async () => {
    const answer = await ask('POST', '/api/pages', { displayName: 'Van', blocksJson: { name: 'Ana' }, avatar: null });
    expect(answer.status).toBe(201);
    expect(answer.body).toEqual({ success: true, page: REST_PAGE });
    expect(argsOf('createPage')).toEqual({ input: { displayName: 'Van', profile: { name: 'Ana' }, avatar: null } });
  });

  it('accepts the blocks as the JSON text of an object', async () => {
    await ask('POST', '/api/pages', { blocksJson: '{"name":"Ana"}' });
    expect(argsOf('createPage')).toEqual({ input: { profile: { name: 'Ana' } } });
    for (const blocksJson of ['[1]', '"text"', '{', 7, null, []]) {
      const refused = await ask('POST', '/api/pages', { blocksJson });
      expect([blocksJson, refused.status, refused.body]).toEqual([
        blocksJson,
        400,
        {
          success: false,
          code: 'VALIDATION_FAILED',
          error: 'La valeur de «\u00a0Profil\u00a0» n’est pas valide.',
          field: 'blocksJson',
        },
      ]);
    }
  });

  it('changes a page only at the version the caller has seen', async () => {
    const change = (ifMatch: string) =>
      ask('PATCH', '/api/pages/berline-demo', { displayName: 'X' }, { ...AUTHORIZED, 'if-match': ifMatch });
    expect((await change('"3"')).status).toBe(200);
    for (const same of ['W/"3"', '3', '"3-gzip"', 'W/"3-br"', '"2", "3"', '"3",'])
      expect([same, (await change(same)).status]).toEqual([same, 200]);
    expect((await change('*')).status).toBe(200);
    for (const stale of ['"2"', '2', '"2-gzip"', '"3-other"', 'nonsense', '"99999999999999"']) {
      const refused = await change(stale);
      expect([stale, refused.status]).toEqual([stale, 412]);
      expect(refused.body).toMatchObject({ code: 'PAGE_CHANGED' });
    }
    for (const empty of ['', ' ', ',']) {
      const refused = await change(empty);
      expect([empty, refused.status]).toEqual([empty, 400]);
      expect(refused.body).toMatchObject({ code: 'VALIDATION_FAILED', field: 'If-Match' });
    }
  });

  it('claims a page', async () => {
    expect((await ask('POST', '/api/pages/berline-demo/claim')).body).toEqual({
      success: true,
      page: { id: 'berline-demo' },
    });
    const unknown = await ask('POST', '/api/pages/unknown/claim', {});
    expect([unknown.status, unknown.body]).toEqual([
      404,
      { success: false, error: 'Page introuvable', code: 'PAGE_NOT_FOUND' },
    ]);
  });

  it('shows the figures of a page in the documented shape', async () => {
    const answer = await ask('GET', '/api/pages/berline-demo/analytics?own=exclude');
    expect(argsOf('analytics')).toEqual({ withoutOwner: true });
    const none = Object.fromEntries(Object.values(CLICK_NAMES).map((name) => [name, 0]));
    expect(JSON.stringify(answer.body)).toBe(
      JSON.stringify({
        summary: {
          views: 7,
          clicks: 5,
          clicksByType: { ...none, call: 1, whatsapp: 1, email: 1, customFields: 2 },
          customFieldsBreakdown: Object.fromEntries([['__proto__', 2]]),
        },
        chartData: [{ date: '2026-02-01', views: 7, clicks: 5 }],
        recentEvents: [{ id: 'e1', type: 'VIEW', country: null, createdAt: '2026-02-01T10:00:00.000Z' }],
      }),
    );
  });

  it('lists pages without counts while the counts cannot be read', async () => {
    gateway.canned().instead.set('eventCount', () => {
      throw new Error('no numbers');
    });
    const answer = await ask('GET', '/api/pages/berline-demo');
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({ page: { ...REST_PAGE, _count: { views: 7 } } });
  });
});

describe('administration', () => {
  it('lists every page', async () => {
    expect((await ask('GET', '/api/admin/pages?limit=10000')).body).toEqual({
      pages: [REST_PAGE],
      total: 2,
      cursor: null,
    });
    const filter = { search: null, state: null, claimed: null, ownerId: null };
    expect(argsOf('pages')).toEqual({ first: 500, after: null, filter });
  });

  it('lists thousands of pages like a few, also without counts', async () => {
    const few = await ask('GET', '/api/admin/pages?limit=500');
    const many = await ask('GET', '/api/admin/pages?limit=501');
    expect(many.body).toEqual(few.body);
    expect((await ask('GET', '/api/admin/pages?limit=501', undefined, {})).status).toBe(401);

    const bare = { ...REST_PAGE, _count: {} };
    for (const limit of [500, 501]) {
      for (const field of ['eventCount', 'viewCount']) {
        gateway.canned().instead.set(field, () => {
          throw new DomainError('UNAVAILABLE');
        });
      }
      expect((await ask('GET', `/api/admin/pages?limit=${limit}`)).body).toEqual({
        pages: [bare],
        total: 2,
        cursor: null,
      });
    }
  });

  it('finds pages by search, state and owner', async () => {
    await ask('GET', '/api/admin/pages?state=ACTIVE&claimed=CLAIMED&owner=u1&search=ana');
    const filter = { search: 'ana', state: 'ACTIVE', claimed: 'CLAIMED', ownerId: 'u1' };
    expect(argsOf('pages')).toEqual({ first: 500, after: null, filter });
    gateway.canned().calls.length = 0;
    await ask('GET', '/api/admin/pages?state=ALL&claimed=ALL');
    expect(argsOf('pages')).toMatchObject({ filter: { state: null, claimed: null } });
  });

  it('orders pages and batches by a column', async () => {
    await ask('GET', '/api/admin/pages?orderBy=EVENTS&descending=true');
    expect(argsOf('pages')).toMatchObject({ orderBy: 'EVENTS', descending: true });
    await ask('GET', '/api/admin/batches?orderBy=SIZE&descending=false');
    expect(argsOf('batches')).toMatchObject({ orderBy: 'SIZE', descending: false });
    for (const wrong of ['orderBy=size', 'descending=1']) {
      expect((await ask('GET', `/api/admin/batches?${wrong}`)).body).toMatchObject({ code: 'VALIDATION_FAILED' });
    }
  });

  it('creates one page and many', async () => {
    const one = await ask('POST', '/api/admin/pages/create', {
      pageId: 'taxi-92',
      state: 'UNCLAIMED',
      displayName: null,
      ownerUserId: null,
    });
    expect([one.status, one.body]).toEqual([201, { success: true, page: REST_PAGE }]);
    expect(argsOf('createPageWithId')).toEqual({
      input: { id: 'taxi-92', state: 'UNCLAIMED', displayName: null, ownerId: null },
    });
    const many = await ask('POST', '/api/admin/pages/bulk', { quantity: 2, prefixNote: 'Salon' });
    const links = [{ id: PAGE.id, displayName: PAGE.displayName }];
    expect([many.status, many.body]).toEqual([
      201,
      { success: true, links, excelFile: '/api/admin/exports/series-1.xlsx' },
    ]);
  });

  it('sends the workbook as a file, only with a token', async () => {
    const url = `${gateway.origin()}/api/admin/exports/series-1.xlsx`;
    const response = await fetch(url, { headers: AUTHORIZED });
    expect([response.status, await response.text()]).toEqual([200, 'PK workbook']);
    expect(response.headers.get('content-type')).toContain('spreadsheetml.sheet');
    expect(response.headers.get('content-disposition')).toBe('attachment; filename="pages-2026-01-02T03-04-05.xlsx"');
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(argsOf('pageWorkbook')).toEqual({ id: 'series-1', origin: gateway.origin() });
    expect((await fetch(url)).status).toBe(401);
    expect((await ask('GET', '/api/admin/exports/series-1.pdf')).status).toBe(404);
  });

  it('changes all fields of a page at once, and only its state', async () => {
    const path = '/api/admin/pages/berline-demo';
    const body = { newId: 'Taxi92', state: 'INACTIVE', displayName: null, ownerUserId: null };
    const changed = await ask('PUT', path, body, { ...AUTHORIZED, 'if-match': '"3"' });
    expect([changed.status, changed.body]).toEqual([200, { success: true, page: REST_PAGE }]);
    expect(changed.headers.get('etag')).toBe('"3"');
    const { ownerUserId: ownerId, ...others } = body;
    expect(argsOf('administerPage')).toEqual({ id: 'berline-demo', input: { ...others, ownerId }, expectedVersion: 3 });

    gateway.canned().calls.length = 0;
    expect((await ask('PATCH', path, { state: 'UNCLAIMED' })).status).toBe(200);
    expect(argsOf('administerPage')).toEqual({
      id: 'berline-demo',
      input: { state: 'UNCLAIMED', reason: '' },
      expectedVersion: null,
    });
  });

  it('deletes a page', async () => {
    const deleted = await ask('DELETE', '/api/admin/pages/berline-demo');
    expect([deleted.status, deleted.body]).toEqual([200, { success: true }]);
    expect((await ask('DELETE', '/api/admin/pages/none')).status).toBe(404);
  });
});

it('reads a token that was pasted with the name of its scheme, or in quotes', async () => {
  const { authorization } = AUTHORIZED;
  for (const pasted of [`Bearer ${authorization}`, authorization.replace(/ (.*)/, ' "$1"')]) {
    expect((await ask('GET', '/api/auth/me', undefined, { authorization: pasted })).status).toBe(200);
  }
});

it('tells the limit of a text that is too long', async () => {
  const headers = { ...AUTHORIZED, 'accept-language': 'en' };
  const answer = await ask('GET', `/api/admin/pages?search=${'x'.repeat(201)}`, undefined, headers);
  expect(answer.body).toMatchObject({
    error: `${fieldLabel('search', 'en')} must be at most 200 characters long.`,
    field: 'search',
    code: 'VALIDATION_FAILED',
  });
});

it('ignores parameters without a value, as forms send them', async () => {
  expect((await ask('GET', '/api/admin/pages?state=&search=&cursor=&limit=&owner=')).status).toBe(200);
  expect((await ask('GET', '/api/admin/pages?unknown=x')).status).toBe(400);
});

describe('a field that a service refuses', () => {
  it('is reported under the name that the client used', async () => {
    const refusing = (field: string) => () => {
      throw new DomainError('VALIDATION_FAILED', { field });
    };
    gateway.canned().instead.set('updatePage', refusing('profile.bio'));
    gateway.canned().instead.set('pages', refusing('after'));
    gateway.canned().instead.set('administerPage', refusing('ownerId'));
    const bodyOf = async (...call: Parameters<typeof ask>) => (await ask(...call)).body;
    const english = { ...AUTHORIZED, 'accept-language': 'en' };
    const invalid = (field: string) => ({
      success: false,
      error: `The value of ${fieldLabel(field, 'en')} is not valid.`,
      field,
      code: 'VALIDATION_FAILED',
    });
    const body = { blocksJson: { bio: 'x' } };
    expect(await bodyOf('PATCH', '/api/pages/berline-demo', body, english)).toEqual(invalid('blocksJson.bio'));
    expect(await bodyOf('GET', '/api/admin/pages?cursor=x', undefined, english)).toEqual(invalid('cursor'));
    const owner = { ownerUserId: 'x' };
    expect(await bodyOf('PUT', '/api/admin/pages/berline-demo', owner, english)).toEqual(invalid('ownerUserId'));
  });

  it('is reported in the words of the service', async () => {
    const code = 'PAGE_ID_TAKEN';
    const error = 'Cet identifiant de page est déjà pris.';
    gateway.canned().instead.set('createPageWithId', () => {
      throw new ForwardedError({ code, status: 409, text: error, field: 'id' });
    });
    const answer = await ask('POST', '/api/admin/pages/create', { pageId: 'new' });
    expect(answer.body).toEqual({ success: false, error, field: 'pageId', code });
  });
});

describe('invalid input', () => {
  it.each([
    ['POST', '/api/auth/login', { email: 'a@b.example', password: 'secret', admin: true }, 'admin'],
    ['POST', '/api/auth/login', { email: 'a@b.example', password: 7 }, 'password'],
    ['GET', '/api/auth/me?debug=1', undefined, 'debug'],
    ['GET', '/api/pages/mine?limit=0', undefined, 'limit'],
    ['GET', '/api/pages/mine?=1', undefined, ''],
    ['POST', '/api/auth/logout', { '': 1 }, ''],
    ['GET', '/api/pages/mine?limit=10001', undefined, 'limit'],
    ['GET', '/api/pages/mine?limit=1&limit=2', undefined, 'limit'],
    ['GET', '/api/pages/berline-demo/analytics?own=maybe', undefined, 'own'],
    ['GET', '/api/public/pages/berline-demo?x=1', undefined, 'x'],
    ['POST', '/api/pages', { state: 'SOLD' }, 'state'],
    ['POST', '/api/pages', { state: null }, 'state'],
    ['PATCH', '/api/pages/berline-demo', { indexable: 'yes' }, 'indexable'],
    ['POST', '/api/pages/berline-demo/claim', { force: true }, 'force'],
    ['POST', '/api/pages', { displayName: 'x', role: 'ADMIN' }, 'role'],
    ['PATCH', '/api/pages/berline-demo', { ownerId: 'u2' }, 'ownerId'],
    ['PATCH', '/api/pages/berline-demo', { claimedAt: '2026-01-01' }, 'claimedAt'],
    ['PUT', '/api/admin/pages/berline-demo', { ownerId: 'u2' }, 'ownerId'],
    ['PATCH', '/api/admin/pages/berline-demo', { state: 'ACTIVE', newId: 'x' }, 'newId'],
    ['PATCH', '/api/admin/pages/berline-demo', {}, 'state'],
    ['DELETE', '/api/admin/pages/berline-demo', { force: true }, 'force'],
    ['GET', '/api/admin/pages?state=SOLD', undefined, 'state'],
    ['POST', '/api/admin/pages/bulk', { quantity: 1, prefixNote: 7 }, 'prefixNote'],
    ['POST', '/api/admin/pages/bulk', { quantity: '5' }, 'quantity'],
  ])('%s %s %j names the field %s', async (method, path, body, field) => {
    const answer = await ask(method, path, body);
    expect(answer.status).toBe(400);
    expect(answer.body).toEqual({
      success: false,
      error: `La valeur de ${fieldLabel(field, 'fr')} n’est pas valide.`,
      field,
      code: 'VALIDATION_FAILED',
    });
    // At most the caller's account is looked up, because validation errors are only for callers with permission.
    expect(gateway.canned().calls.filter(({ field: executed }) => !['me', 'page'].includes(executed))).toEqual([]);
  });

  it.each([
    ['/api/auth/login', { email: 'a@b.example' }, 'logIn', { email: 'a@b.example', password: '' }],
    ['/api/auth/login', { email: null, password: 'x' }, 'logIn', { email: '', password: 'x' }],
    ['/api/auth/reset-password', {}, 'resetPassword', { token: '', newPassword: '' }],
    ['/api/admin/pages/create', { state: 'ACTIVE' }, 'createPageWithId', { id: '', state: 'ACTIVE' }],
    ['/api/admin/pages/bulk', {}, 'createPages', { quantity: 0 }],
    ['/api/admin/pages/bulk', { quantity: 1.5 }, 'createPages', { quantity: 0 }],
    ['/api/admin/pages/bulk', { quantity: 1e12 }, 'createPages', { quantity: 0 }],
  ])('POST %s %j: the service refuses missing fields with its own message', async (path, body, field, input) => {
    await ask('POST', path, body);
    expect(gateway.canned().calls[0]).toMatchObject({ field, args: { input } });
  });

  it('a missing field is not reported if another field is invalid', async () => {
    const answer = await ask('POST', '/api/auth/login', { password: 7 });
    expect(answer.body).toMatchObject({ code: 'VALIDATION_FAILED', field: 'password' });
    expect(gateway.canned().calls).toEqual([]);
  });

  it.each([['[]'], ['"text"'], ['7'], ['null'], [''], ['{'], ['{"__proto__": {}}'], ['{"a":1}}']])(
    'a body of %s cannot be read',
    async (body) => {
      const response = await fetch(`${gateway.origin()}/api/auth/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body,
      });
      expect(response.status).toBe(400);
      expect(await response.json()).toMatchObject({ success: false, code: 'MALFORMED_BODY' });
    },
  );

  it.each([
    ['latin letters', Buffer.from('{"email":"zo\xe9@x.fr","password":"secret"}', 'latin1')],
    ['UTF-16', Buffer.from('{"email":"zoe@x.fr","password":"secret"}', 'utf16le')],
    [
      'halves of characters',
      Buffer.concat([Buffer.from('{"email":"zo'), Buffer.of(0xc3), Buffer.from('@x.fr","password":"s"}')]),
    ],
  ])('a body in %s is refused instead of stored with replacement characters', async (_, body) => {
    const headers = { 'content-type': 'application/json; charset=utf-8' };
    const response = await fetch(`${gateway.origin()}/api/auth/login`, { method: 'POST', headers, body });
    expect([response.status, await response.json()]).toMatchObject([400, { code: 'MALFORMED_BODY' }]);
    expect(gateway.canned().calls).toEqual([]);
  });

  it('an invalid idempotency key is refused, a valid one is passed on', async () => {
    const refused = await ask('POST', '/api/pages', {}, { ...AUTHORIZED, 'idempotency-key': 'x'.repeat(200) });
    expect(refused.body).toMatchObject({ code: 'VALIDATION_FAILED' });
    gateway.canned().calls.length = 0;
    await ask('POST', '/api/pages', {}, { ...AUTHORIZED, 'idempotency-key': 'k-1', 'x-correlation-id': 'corr-0001' });
    expect(gateway.canned().calls[0]?.call).toMatchObject({
      idempotencyKey: 'k-1',
      correlationId: 'corr-0001',
      language: 'fr',
      clientAddress: '127.0.0.1',
    });
  });
});

describe('a failing service', () => {
  it('that does not answer leads to 503 after a timeout', async () => {
    gateway.canned().instead.set('page', () => new Promise(() => {}));
    const answer = await ask('GET', '/api/pages/berline-demo');
    expect(answer.status).toBe(503);
    expect(answer.body).toMatchObject({ success: false, code: 'UNAVAILABLE' });
    expect(answer.headers.get('retry-after')).toBe('2');
  });

  it('that throws leads to an error without internal details', async () => {
    gateway.canned().instead.set('page', () => {
      throw new Error('secret detail');
    });
    const answer = await ask('GET', '/api/pages/berline-demo', undefined, { ...AUTHORIZED, 'accept-language': 'en' });
    expect(answer.status).toBe(500);
    expect(answer.body).toEqual({
      success: false,
      error: 'Something went wrong on our side. Please try again.',
      code: 'INTERNAL',
    });
    expect(gateway.logged()).toContain('secret detail');
    expect(gateway.logged()).not.toContain(TOKEN);
  });
});

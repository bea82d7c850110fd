import { DomainError } from '@volant/infra/errors/domain-error';
import { expect, it } from 'vitest';
import { PAGE } from '../testing/canned-subgraphs.ts';
import { useGateway } from '../testing/rest-calls.ts';

const gateway = useGateway();
const { ask } = gateway;
const EVENT = { id: 'e1', type: 'VIEW', country: null, createdAt: '2026-02-01T10:00:00.000Z' };

it('answers global analytics as documented, without a page that is being deleted', async () => {
  const { status, body } = await ask('GET', '/api/admin/analytics');
  expect([status, body]).toEqual([
    200,
    {
      totalPages: 2,
      totalUsers: 2,
      totalEvents: 12,
      activePages: 2,
      claimedPages: 2,
      eventsByType: { VIEW: 7, CLICK_CALL: 5 },
      dailyStats: [{ date: '2026-02-01', count: 12 }],
      topPages: [{ id: PAGE.id, displayName: PAGE.displayName, owner: { username: 'ana' }, _count: { events: 12 } }],
      recentEvents: [{ ...EVENT, page: { id: PAGE.id } }],
    },
  ]);
  const filters = gateway
    .canned()
    .calls.filter(({ field }) => field === 'pages')
    .map(({ args }) => args);
  expect(filters).toEqual(
    expect.arrayContaining([
      { first: 1 },
      { first: 1, filter: { state: 'ACTIVE' } },
      { first: 1, filter: { claimed: 'CLAIMED' } },
    ]),
  );
});

it('answers the analytics of one page as documented', async () => {
  const { status, body } = await ask('GET', `/api/admin/pages/${PAGE.id}/analytics`);
  expect(status).toBe(200);
  expect(body).toEqual({
    page: expect.objectContaining({ id: PAGE.id, displayName: PAGE.displayName, _count: { events: 12, views: 7 } }),
    totalEvents: 12,
    eventsByType: { VIEW: 7, CLICK_CALL: 5 },
    recentEvents: [EVENT],
    dailyStats: [{ date: '2026-02-01', count: 12 }],
    topReferrers: [{ referrer: 'a.example', count: 4 }],
    topCountries: [{ country: 'FR', count: 9 }],
  });
  expect(await ask('GET', '/api/admin/pages/unknown/analytics')).toMatchObject({ status: 404 });
});

it('leaves the permission check to the services', async () => {
  expect(await ask('GET', '/api/admin/analytics', undefined, {})).toMatchObject({ status: 401 });
  expect(await ask('GET', `/api/admin/pages/${PAGE.id}/analytics`, undefined, {})).toMatchObject({ status: 401 });
  const forbidden = () => {
    throw new DomainError('FORBIDDEN');
  };
  for (const field of ['globalAnalytics', 'pages', 'users', 'adminPage'])
    gateway.canned().instead.set(field, forbidden);
  expect(await ask('GET', '/api/admin/analytics')).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } });
  expect(await ask('GET', `/api/admin/pages/${PAGE.id}/analytics`)).toMatchObject({
    status: 403,
    body: { code: 'FORBIDDEN' },
  });
});

it('answers an error while the figures cannot be read', async () => {
  const away = () => {
    throw new DomainError('UNAVAILABLE', {}, 5);
  };
  gateway.canned().instead.set('globalAnalytics', away);
  gateway.canned().instead.set('adminAnalytics', away);
  expect(await ask('GET', '/api/admin/analytics')).toMatchObject({ status: 503, body: { code: 'UNAVAILABLE' } });
  expect(await ask('GET', `/api/admin/pages/${PAGE.id}/analytics`)).toMatchObject({ status: 503 });
});

import { FIXED_ID } from './normalize.ts';
import type { Chapter } from './stage.ts';

/** Type, custom field, source, and visitor. */
const EVENTS: readonly (readonly [string, string | undefined, string | undefined, string])[] = [
  ['VIEW', undefined, 'https://www.example.com/a?b=c', '81.2.69.160'],
  ['VIEW', undefined, 'https://example.org/', '8.8.8.8'],
  ['CLICK_CALL', undefined, 'https://example.org/', '81.2.69.160'],
  ['CLICK_WHATSAPP', undefined, undefined, '81.2.69.160'],
  ['CLICK_EMAIL', undefined, undefined, '192.0.2.7'],
  ['CLICK_WEBSITE', undefined, undefined, '8.8.8.8'],
  ['CLICK_INSTAGRAM', undefined, undefined, '8.8.8.8'],
  ['CLICK_VCARD', undefined, undefined, '2001:db8::1'],
  ['CLICK_CUSTOM_FIELD', 'Réserver', undefined, '81.2.69.160'],
  ['CLICK_CUSTOM_FIELD', 'réserver', undefined, '81.2.69.160'],
  ['CLICK_CUSTOM_FIELD', 'Été ☀', undefined, '8.8.8.8'],
  ['CLICK_CUSTOM_FIELD', 'It\'s \\ "quoted" %', undefined, '8.8.8.8'],
  ['VIEW', undefined, undefined, '8.8.8.8'],
];

export const events: Chapter = {
  name: 'events and their reports',
  async play({ play, ask, people: { zoe, eric, superadmin } }) {
    const { token } = zoe;
    const names = new Set(EVENTS.flatMap(([, name]) => name ?? []));
    const customFields = [...names].map((name) => ({ name, value: 'x' }));
    const made = { displayName: 'Counted', state: 'ACTIVE', blocksJson: { name: 'Counted', customFields } };
    const { body } = await play('a page', 'POST /api/pages', { status: 201, body: made, token });
    const id: string = body.page.id;
    const empty = await play('nothing yet', `GET /api/pages/${id}/analytics`, { status: 200, token });
    if (empty.body.chartData.length !== 30) throw new Error('a report is 30 days');

    const report = '/api/public/events';
    for (const [index, [type, customData, referrer, address]] of EVENTS.entries()) {
      const event = { id: `${FIXED_ID}${String(index + 1).padStart(12, '0')}`, pageId: id, type };
      await play(`event ${index + 1}`, `POST ${report}`, {
        status: 202,
        body: { ...event, ...(customData === undefined ? {} : { customData }) },
        address,
        headers: referrer === undefined ? {} : { referer: referrer },
        until: () => true,
      });
    }
    const again = { id: `${FIXED_ID}000000000001`, pageId: id, type: 'VIEW' };
    await play('the first once more', `POST ${report}`, { status: 202, body: again });
    const own = { id: `${FIXED_ID}0000000000aa`, pageId: id, type: 'VIEW' };
    await play('a look at one’s own page', `POST ${report}`, { status: 202, body: own, token });
    const many = [again, { pageId: 'nobodys-page', type: 'VIEW' }, { pageId: id, type: 'CLICK_FAX' }];
    await play('several, some of them wrong', `POST ${report}`, { status: 400, body: { events: many } });
    await play('several, one of nobody', `POST ${report}`, { status: 202, body: { events: many.slice(0, 2) } });
    const never = { pageId: id, type: 'CLICK_CUSTOM_FIELD', customData: 'Never there' };
    await play('of an item that was never there', `POST ${report}`, { status: 404, body: never });
    await play('of nobody', `POST ${report}`, { status: 404, body: { pageId: 'nobodys-page', type: 'VIEW' } });
    await play('no type', `POST ${report}`, { status: 400, body: { pageId: id } });
    await play('of another type', `POST ${report}`, { status: 400, body: { pageId: id, type: 'CLICK_FAX' } });
    const another = { status: 403, body: { pageId: id, type: 'VIEW' }, headers: { origin: 'https://site.example' } };
    await play('from a page of another site', `POST ${report}`, another);
    await play('none', `POST ${report}`, { status: 400, body: { events: [] } });

    const total = EVENTS.length + 1;
    await play('the report', `GET /api/pages/${id}/analytics?own=include`, {
      status: 200,
      token,
      until: ({ summary }) => summary.views + summary.clicks === total,
    });
    await play('without one’s own', `GET /api/pages/${id}/analytics?own=exclude`, { status: 200, token });
    await play('as it is asked', `GET /api/pages/${id}/analytics`, { status: 200, token });
    await play('in another way', `GET /api/pages/${id}/analytics?own=perhaps`, { status: 400, token });
    await play('for somebody else', `GET /api/pages/${id}/analytics`, { status: 404, token: eric.token });
    const { token: admin } = superadmin;
    await play('for administrators', `GET /api/admin/pages/${id}/analytics`, { status: 200, token: admin });
    await play('of no page', 'GET /api/admin/pages/nobodys-page/analytics', { status: 404, token: admin });
    await play('not for drivers', 'GET /api/admin/analytics', { status: 403, token });
    await play('of everything', 'GET /api/admin/analytics', {
      status: 200,
      token: admin,
      until: ({ totalEvents }) => totalEvents === total,
    });
    await play('the numbers of the page', `GET /api/pages/${id}`, { status: 200, token });

    const query = `query($id: ID!) {
      page(id: $id) {
        eventCount viewCount
        all: analytics { ...Report } others: analytics(withoutOwner: true) { ...Report }
        adminAnalytics { totalEvents eventsByType { type count } topReferrers { referrer count } topCountries { country count } }
      }
      globalAnalytics { totalEvents eventsByType { type count } topPages { events page { id } } recentEvents { id page { id } } }
    }
    fragment Report on PageAnalytics {
      summary { views clicks clickCounts { type count } customFields { name count } }
      days { date views clicks } recentEvents { id type country }
    }`;
    await ask('all of it, in GraphQL', query, { token: admin, variables: { id } });
    await ask('of somebody else’s, in GraphQL', query, {
      token: eric.token,
      variables: { id },
      codes: ['PAGE_NOT_FOUND', 'FORBIDDEN'],
    });
  },
};

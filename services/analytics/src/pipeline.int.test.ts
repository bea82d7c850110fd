import { addDays, parisDay } from '@volant/infra/time/paris-day';
import { CLICK_NAMES, CLICK_TYPES, type ClickName } from '@volant/proto/activity/click-types';
import { v7 as newId, v4 } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Harness, type ReportedPage, startHarness } from './testing/analytics-harness.ts';

const PHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.0 Mobile/15E148 Safari/604.1';
const REPORT = `eventCount viewCount analytics {
  summary { views clicks clickCounts { type count } customFields { name count } }
  days { date views clicks }
  recentEvents { id type country createdAt }
}`;
const countsOf = (clicks: Partial<Record<ClickName, number>>) =>
  CLICK_TYPES.map((type) => ({ type, count: clicks[CLICK_NAMES[type]] ?? 0 }));

let harness: Harness;
let visitors = 0;

/** Headers of a new visitor, so that tests do not share a rate limit. */
function visitor(): Record<string, string> {
  visitors += 1;
  return { 'user-agent': PHONE, 'x-forwarded-for': `203.0.113.${visitors}` };
}

async function storedOf(page: ReportedPage): Promise<Record<string, unknown>[]> {
  await harness.settle();
  return [
    ...(await harness.select<Record<string, unknown>>(
      `SELECT *, toString(occurred_at) AS at FROM volant.activities_by_day FINAL WHERE page_uid = '${page.uid}' ORDER BY occurred_at`,
    )),
  ];
}

beforeAll(async () => {
  harness = await startHarness();
});
afterAll(() => harness.close());

describe('a scan, end to end', () => {
  it('counts for the card that was added to the page, and for its own address otherwise', async () => {
    const page = await harness.knownPage();
    const card = await harness.knownPage({ ownerId: page.ownerId, leadsTo: page.uid, leadsToTenure: page.tenure });
    for (const pageId of [page.uid, card.uid, card.uid])
      expect((await harness.post({ pageId, type: 'VIEW' }, visitor())).status).toBe(202);
    await harness.post({ pageId: card.uid, type: 'CLICK_CALL' }, visitor());
    await harness.settle();
    const fields = 'analytics { cards { card { uid } views clicks } }';
    const token = `DRIVER:${page.ownerId}`;
    expect(await harness.page(page, fields, token)).toEqual({
      analytics: {
        cards: [
          { card: { uid: card.uid }, views: 2, clicks: 1 },
          { card: { uid: page.uid }, views: 1, clicks: 0 },
        ],
      },
    });
    // Neither the next owner of the page nor the card itself shows any of them.
    const nobodys = { analytics: { cards: [] } };
    expect(await harness.page({ ...page, tenure: page.tenure + 1 }, fields, token)).toEqual(nobodys);
    expect(await harness.page(card, fields, token)).toEqual(nobodys);
  });

  it('appears in the owner’s report after its 202, and once for a retried id', async () => {
    // The item was renamed while a visitor had the page open.
    const page = await harness.knownPage({ formerItemNames: ['Tarifs'] });
    const id = newId();
    const view = { id, pageId: page.uid, type: 'VIEW', referrer: 'https://www.example.org/a?b', source: 'nfc' };
    expect(await harness.post(view, visitor())).toMatchObject({
      status: 202,
      body: { success: true, accepted: 1, refused: [] },
    });
    const events = [
      { id, pageId: page.uid, type: 'VIEW' },
      { id: newId(), pageId: page.uid.toUpperCase(), type: 'CLICK_CALL' },
      { pageId: `${page.uid}.HTML`, type: 'CLICK_WHATSAPP' },
      {
        id: v4(),
        pageId: `https://cards.example/d/${page.uid}.html`,
        type: 'CLICK_CUSTOM_FIELD',
        customData: ' Tarifs ',
      },
      { pageId: page.uid, type: 'CLICK_INSTAGRAM' },
      { pageId: page.uid, type: 'CLICK_CUSTOM_FIELD', customData: 'Never there' },
    ];
    const answer = await harness.post({ events }, visitor());
    const refused = [{ index: 5, code: 'ITEM_NOT_FOUND' }];
    expect(answer).toMatchObject({ status: 202, body: { success: true, accepted: 5, refused } });
    await harness.settle();

    const report = await harness.page(page, REPORT, `DRIVER:${page.ownerId}`);
    const today = parisDay(Date.now());
    expect(report).toMatchObject({
      eventCount: 5,
      viewCount: 1,
      analytics: {
        summary: {
          views: 1,
          clicks: 4,
          clickCounts: countsOf({ call: 1, whatsapp: 1, instagram: 1, customFields: 1 }),
          customFields: [{ name: 'Tarifs', count: 1 }],
        },
      },
    });
    expect(report.analytics.days).toHaveLength(30);
    expect(report.analytics.days[0]).toEqual({ date: today, views: 1, clicks: 4 });
    expect(report.analytics.days[29]).toEqual({ date: addDays(today, -29), views: 0, clicks: 0 });
    expect(report.analytics.recentEvents).toHaveLength(5);
    expect(report.analytics.recentEvents[0]?.createdAt).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  });

  it('counts under the name of the tapped item, with names sorted by count', async () => {
    const page = await harness.knownPage({ formerItemNames: ['Avis', 'Tarifs', 'Menu', 'Avant'] });
    const taps = { WHATSAPP: 1, CALL: 2, EMAIL: 3, WEBSITE: 4, INSTAGRAM: 5, VCARD: 6 };
    const names = ['Avis', 'Tarifs', 'Tarifs', 'Tarifs', 'Menu', 'Menu', 'Avant'];
    const clicks = Object.entries(taps).flatMap(([type, count]) => Array(count).fill({ type: `CLICK_${type}` }));
    const items = names.map((customData) => ({ type: 'CLICK_CUSTOM_FIELD', customData }));
    for (const some of [clicks.slice(0, 15), [...clicks.slice(15), ...items]]) {
      const events = some.map((event) => ({ ...event, id: newId(), pageId: page.uid }));
      expect(await harness.post({ events }, visitor())).toMatchObject({ body: { accepted: events.length } });
    }
    await harness.settle();
    const report = await harness.page(page, REPORT, `DRIVER:${page.ownerId}`);
    expect(report.analytics.summary).toEqual({
      views: 0,
      clicks: 28,
      clickCounts: countsOf({ whatsapp: 1, call: 2, email: 3, website: 4, instagram: 5, vcard: 6, customFields: 7 }),
      customFields: [
        { name: 'Tarifs', count: 3 },
        { name: 'Menu', count: 2 },
        { name: 'Avant', count: 1 },
        { name: 'Avis', count: 1 },
      ],
    });
  });

  it('keeps host, source and country, and no data that identifies the visitor', async () => {
    const page = await harness.knownPage();
    const headers = { ...visitor(), 'cf-ipcountry': 'ch' };
    await harness.post({ pageId: page.uid, type: 'VIEW', referrer: 'https://a.example/secret', source: 'qr' }, headers);
    const rows = await storedOf(page);
    expect(rows).toMatchObject([
      { country: 'CH', source: 'qr', referrer_host: 'a.example', by_owner: false, tenure: 1 },
    ]);
    expect(JSON.stringify(rows)).not.toMatch(/203\.0\.113|secret|iPhone/);
  });

  it('gets the country of its address from the table, and no country for an unassigned address', async () => {
    const page = await harness.knownPage();
    await harness.post({ pageId: page.uid, type: 'VIEW' }, { 'x-forwarded-for': '212.27.48.10' });
    await harness.post({ pageId: page.uid, type: 'VIEW' }, { 'x-forwarded-for': '2a01:e00::1' });
    await harness.post({ pageId: page.uid, type: 'VIEW' }, { 'x-forwarded-for': '192.168.4.4' });
    expect((await storedOf(page)).map(({ country }) => country)).toEqual(['FR', 'FR', '']);
  });

  it('distinguishes visitors of a day by address and browser', async () => {
    const page = await harness.knownPage();
    const one = visitor();
    for (const headers of [one, one, visitor(), { ...one, 'user-agent': `${PHONE} Other` }]) {
      await harness.post({ pageId: page.uid, type: 'VIEW' }, headers);
    }
    const rows = await storedOf(page);
    expect(rows).toHaveLength(4);
    expect(new Set(rows.map((row) => row.visitor)).size).toBe(3);
  });

  it('marks the owner’s own visit, and ignores an invalid token', async () => {
    const page = await harness.knownPage();
    const view = { pageId: page.uid, type: 'VIEW' };
    const bearer = (token: string) => ({ ...visitor(), authorization: `Bearer ${token}` });
    await harness.post(view, bearer(`DRIVER:${page.ownerId}`));
    await harness.post(view, bearer(`DRIVER:${newId()}`));
    expect((await harness.post(view, bearer('broken'))).status).toBe(202);
    expect((await harness.post(view, { ...visitor(), authorization: 'Basic x' })).status).toBe(202);
    expect((await storedOf(page)).filter((row) => row.by_owner)).toHaveLength(1);

    const owner = `DRIVER:${page.ownerId}`;
    const all = await harness.page(page, REPORT, owner);
    const strangers = await harness.page(page, REPORT.replace('analytics', 'analytics(withoutOwner: true)'), owner);
    expect(all.analytics.summary.views).toBe(4);
    expect(strangers.analytics.summary.views).toBe(3);
    expect(strangers.analytics.days[0]).toMatchObject({ views: 3 });
    expect(strangers.analytics.recentEvents).toHaveLength(3);
  });

  it('takes the time inside the id, so that a retry stays on its day', async () => {
    const page = await harness.knownPage();
    const tapped = Date.now() - 3 * 24 * 3_600_000;
    const event = { id: newId({ msecs: tapped }), pageId: page.uid, type: 'VIEW' };
    await harness.post(event, visitor());
    await harness.post(event, visitor());
    expect(await storedOf(page)).toMatchObject([{ day: parisDay(tapped), at: expect.stringContaining('.') }]);
  });

  it('counts an id once as it first arrived, also when it is repeated with another type and a token', async () => {
    const page = await harness.knownPage();
    const event = { id: newId(), pageId: page.uid, type: 'VIEW' };
    await harness.post(event, visitor());
    await harness.settle();
    await harness.post(
      { ...event, type: 'CLICK_CALL' },
      { ...visitor(), authorization: `Bearer DRIVER:${page.ownerId}` },
    );
    expect(await storedOf(page)).toMatchObject([{ type: 'VIEW', by_owner: false }]);
    const report = await harness.page(page, REPORT, `DRIVER:${page.ownerId}`);
    expect(report).toMatchObject({ eventCount: 1, viewCount: 1, analytics: { summary: { views: 1, clicks: 0 } } });
  });
});

describe('reading a report', () => {
  it('is allowed for the owner and administrators', async () => {
    const page = await harness.knownPage();
    const errors = (token?: string) =>
      harness.pageErrors(page, 'eventCount viewCount analytics { days { views } }', token);
    expect(await errors(`DRIVER:${page.ownerId}`)).toEqual([]);
    expect(await errors(`ADMIN:${newId()}`)).toEqual([]);
    expect(await errors(`SUPERADMIN:${newId()}`)).toEqual([]);
    expect(new Set(await errors(`DRIVER:${newId()}`))).toEqual(new Set(['PAGE_NOT_FOUND']));
    expect(new Set(await errors(`SUPPORT:${newId()}`))).toEqual(new Set(['PAGE_NOT_FOUND']));
    expect(new Set(await errors())).toEqual(new Set(['UNAUTHENTICATED']));
  });

  it('shows zeroes when there are no events', async () => {
    const page = await harness.knownPage();
    const report = await harness.page(page, REPORT, `DRIVER:${page.ownerId}`);
    expect(report).toMatchObject({
      eventCount: 0,
      viewCount: 0,
      analytics: { summary: { views: 0, customFields: [] } },
    });
    expect(report.analytics.days).toHaveLength(30);
    expect(report.analytics.recentEvents).toEqual([]);
  });

  it('is limited to the present ownership for an owner', async () => {
    const page = await harness.knownPage();
    await harness.post(
      {
        events: [
          { pageId: page.uid, type: 'VIEW' },
          { pageId: page.uid, type: 'CLICK_CALL' },
        ],
      },
      visitor(),
    );
    await harness.settle();
    const heir = await harness.knownPage({ pageUid: page.uid, tenure: 2 });
    await harness.post({ pageId: page.uid, type: 'CLICK_VCARD' }, visitor());
    await harness.settle();
    const report = await harness.page(heir, REPORT, `DRIVER:${heir.ownerId}`);
    expect(report).toMatchObject({ eventCount: 1, viewCount: 0, analytics: { summary: { views: 0, clicks: 1 } } });
    expect(report.analytics.recentEvents).toMatchObject([{ type: 'CLICK_VCARD' }]);
  });
});

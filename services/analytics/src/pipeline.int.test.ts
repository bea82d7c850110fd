import { PAGES_TOPIC } from '@volant/infra/message-log/topics';
import { PageState } from '@volant/proto/volant/pages/v1/page_pb';
import { v7 as newId, v4 } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addDays, parisDay } from './paris-day.ts';
import { type Harness, startHarness, until } from './testing/analytics-harness.ts';

const PHONE = {
  'user-agent':
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.0 Mobile/15E148 Safari/604.1',
};
const REPORT = `eventCount viewCount analytics {
  summary { views clicks clicksByType { whatsapp call email website instagram vcard customFields } customFields { name count } }
  days { date views clicks }
  recentEvents { id type country createdAt }
}`;

let harness: Harness;
let visitors = 0;
/** Headers of a visitor nobody has seen yet, so that tests do not share a limit. */
const visitor = () => ({ ...PHONE, 'x-forwarded-for': `203.0.113.${(visitors += 1)}` });

beforeAll(async () => {
  harness = await startHarness();
});
afterAll(() => harness.close());

/** A page that collect knows. */
async function shownPage(of: Parameters<Harness['putPage']>[0] = { pageUid: newId() }) {
  const owner = of.ownerId ?? newId();
  await harness.putPage({ ownerId: owner, ...of });
  await until(async () => (await harness.post({ pageId: of.publicId ?? of.pageUid, type: 'NONE' })).status === 400);
  await harness.messageLog.publish(PAGES_TOPIC.name, []);
  return { uid: of.pageUid, ownerId: owner, tenure: of.tenure ?? 1 };
}

async function postKnown(body: object, headers = visitor()) {
  await until(async () => (await harness.post(body, headers)).status !== 404);
}

describe('a scan, end to end', () => {
  it('is in the owner’s report after its 202, a retried id once', async () => {
    const page = await shownPage();
    const id = newId();
    await postKnown({ id, pageId: page.uid, type: 'VIEW', referrer: 'https://www.example.org/a?b', source: 'nfc' });
    const events = [
      { id, pageId: page.uid, type: 'VIEW' },
      { id: newId(), pageId: page.uid.toUpperCase(), type: 'CLICK_CALL' },
      { pageId: `${page.uid}.HTML`, type: 'CLICK_WHATSAPP' },
      { id: v4(), pageId: page.uid, type: 'CLICK_CUSTOM_FIELD', customData: ' Tarifs ' },
      { pageId: page.uid, type: 'CLICK_INSTAGRAM' },
    ];
    const answer = await harness.post({ events }, visitor());
    expect(answer).toMatchObject({ status: 202, body: { success: true, accepted: 5, refused: [] } });
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
          clicksByType: { whatsapp: 1, call: 1, email: 0, website: 0, instagram: 1, vcard: 0, customFields: 1 },
          customFields: [{ name: 'Tarifs', count: 1 }],
        },
      },
    });
    const { days, recentEvents } = report?.['analytics'] as { days: unknown[]; recentEvents: { createdAt: string }[] };
    expect(days).toHaveLength(30);
    expect(days[0]).toEqual({ date: today, views: 1, clicks: 4 });
    expect(days[29]).toEqual({ date: addDays(today, -29), views: 0, clicks: 0 });
    expect(recentEvents).toHaveLength(5);
    expect(recentEvents[0]?.createdAt).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  });
});

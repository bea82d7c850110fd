import { DomainError } from '@volant/infra/errors/domain-error';
import { createLogger } from '@volant/infra/process/observability/log';
import { PageState } from '@volant/proto/volant/pages/v1/page_pb';
import { v7 as newId, v4 } from 'uuid';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Harness, type ReportedPage, startHarness, until } from '../testing/analytics-harness.ts';

let harness: Harness;
let page: ReportedPage;
let refusing = false;
let visitors = 0;
const logged: string[] = [];

/** Headers of a new visitor, so that tests do not share a rate limit. */
function visitor(): Record<string, string> {
  visitors += 1;
  return { 'x-forwarded-for': `203.0.${112 + (visitors >> 8)}.${visitors & 0xff}`, 'accept-language': 'en' };
}

async function storedIds(): Promise<readonly string[]> {
  await harness.settle();
  const rows = await harness.select<{ id: string }>(
    'SELECT toString(event_id) AS id FROM volant.activities_by_day FINAL',
  );
  return rows.map(({ id }) => id);
}

beforeAll(async () => {
  harness = await startHarness({
    log: createLogger({ name: 'test', level: 'trace', destination: { write: (line) => void logged.push(line) } }),
    wrapLog: (log) => ({
      ...log,
      publish: (topic, records) =>
        refusing ? Promise.reject(new DomainError('UNAVAILABLE')) : log.publish(topic, records),
    }),
  });
});
beforeEach(async () => {
  refusing = false;
  page = await harness.knownPage();
});
afterAll(() => harness.close());

describe('POST /api/public/events', () => {
  it.each([
    ['no JSON', '{"pageId":', 400, 'MALFORMED_BODY'],
    ['an empty body', '', 400, 'MALFORMED_BODY'],
    ['a list', [], 400, 'MALFORMED_BODY'],
    ['an unknown type', { pageId: 'x', type: 'CLICK_FAX' }, 400, 'VALIDATION_FAILED', 'type'],
    ['an id that is none', { pageId: 'x', type: 'VIEW', id: '7' }, 400, 'VALIDATION_FAILED', 'id'],
    ['a page nobody has made', { pageId: 'nobody', type: 'VIEW' }, 404, 'PAGE_NOT_FOUND'],
    ['more than 64 KiB', { pageId: 'x', type: 'VIEW', more: 'x'.repeat(65 * 1024) }, 413, 'PAYLOAD_TOO_LARGE'],
  ])('refuses %s', async (_, body, status, code, field = undefined) => {
    const answer = await harness.post(body, visitor());
    expect(answer.status).toBe(status);
    expect(answer.body).toEqual({ success: false, error: expect.any(String), code, field });
    expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
  });

  it('accepts a body of 64 KiB of JSON, and rejects content types that another site may send without a preflight', async () => {
    const event = { pageId: page.uid, type: 'VIEW', more: '' };
    const full = { ...event, more: 'x'.repeat(64 * 1024 - JSON.stringify(event).length) };
    for (const type of ['application/json', 'application/json; charset=utf-8']) {
      expect((await harness.post(full, { ...visitor(), 'content-type': type })).status).toBe(202);
    }
    const others = ['text/plain;charset=UTF-8', 'multipart/form-data; boundary=x', 'application/x-www-form-urlencoded'];
    for (const type of [...others, 'application/xml', '']) {
      const answer = await harness.post(full, { ...visitor(), 'content-type': type });
      expect(answer).toMatchObject({ status: 415, body: { code: 'UNSUPPORTED_MEDIA_TYPE' } });
    }
  });

  it('reads JSON with a mark of byte order, and refuses letters that are not UTF-8', async () => {
    const json = JSON.stringify({ pageId: page.uid, type: 'VIEW', more: 'é' });
    expect((await harness.post(`\ufeff${json}`, visitor())).status).toBe(202);
    const answer = await harness.post(Buffer.from(json, 'latin1'), visitor());
    expect(answer).toMatchObject({ status: 400, body: { code: 'MALFORMED_BODY' } });
  });

  it('counts no event that a browser sends from another site', async () => {
    const id = newId();
    for (const browser of [
      { 'sec-fetch-site': 'cross-site' },
      { origin: 'https://evil.example' },
      { origin: 'null', 'sec-fetch-site': 'same-site' },
    ]) {
      const answer = await harness.post({ id, pageId: page.uid, type: 'VIEW' }, { ...visitor(), ...browser });
      expect(answer).toMatchObject({ status: 403, body: { code: 'CROSS_SITE' } });
    }
    expect(await storedIds()).not.toContain(id);
    const own = { ...visitor(), 'sec-fetch-site': 'same-origin' };
    expect((await harness.post({ id, pageId: page.uid, type: 'VIEW' }, own)).status).toBe(202);
    expect(await storedIds()).toContain(id);
  });

  it('answers errors in the language of the request, French by default', async () => {
    const texts = await Promise.all(
      ['en', 'fr', ''].map(async (language) => {
        const headers = { ...visitor(), 'accept-language': language };
        return (await harness.post({ pageId: 'nobody', type: 'VIEW' }, headers)).body.error;
      }),
    );
    expect(texts).toEqual(['Page not found', 'Page introuvable', 'Page introuvable']);
  });

  it('stores no event of a batch with one invalid event', async () => {
    const id = newId();
    const events = [
      { id, pageId: page.uid, type: 'VIEW' },
      { pageId: page.uid, type: 'NONE' },
    ];
    expect((await harness.post({ events }, visitor())).status).toBe(400);
    expect(await storedIds()).not.toContain(id);
  });

  it('stores the valid events of a batch and reports the refused ones', async () => {
    const hidden = await harness.knownPage({ state: PageState.INACTIVE });
    const valid = [newId(), newId()];
    const events = [
      { id: valid[0], pageId: page.uid, type: 'VIEW' },
      { id: newId(), pageId: 'nobody', type: 'VIEW' },
      { id: newId(), pageId: hidden.uid, type: 'VIEW' },
      { id: valid[1], pageId: page.uid, type: 'CLICK_CALL' },
    ];
    const answer = await harness.post({ events }, visitor());
    expect(answer).toMatchObject({
      status: 202,
      body: {
        success: true,
        accepted: 2,
        refused: [
          { index: 1, code: 'PAGE_NOT_FOUND' },
          { index: 2, code: 'PAGE_NOT_SHOWN' },
        ],
      },
    });
    const ids = await storedIds();
    expect(ids.filter((id) => events.some((event) => event.id === id)).sort()).toEqual(valid.sort());
  });

  it.each([
    ['inactive', { state: PageState.INACTIVE }],
    ['deactivated', { state: PageState.DEACTIVATED }],
  ])('answers 409 for a page that is %s', async (_, fields) => {
    const hidden = await harness.knownPage(fields);
    const answer = await harness.post({ pageId: hidden.uid, type: 'VIEW' }, visitor());
    expect(answer).toMatchObject({ status: 409, body: { code: 'PAGE_NOT_SHOWN' } });
  });

  it('answers 409 for a page without an owner', async () => {
    const uid = newId();
    await harness.putPage({ pageUid: uid, ownerId: undefined });
    const answered = async () => (await harness.post({ pageId: uid, type: 'VIEW' }, visitor())).status;
    await expect.poll(answered).toBe(409);
  });

  it('finds a page by its former ids in any letter case, and no longer finds an erased page', async () => {
    const renamed = await harness.knownPage({ publicId: 'New-Name', previousIds: ['Old-Name', 'Older'] });
    for (const pageId of ['new-name', 'NEW-NAME.html', 'old-name', 'OLDER.HTML']) {
      expect((await harness.post({ pageId, type: 'VIEW' }, visitor())).status).toBe(202);
    }
    await harness.putPage({ pageUid: renamed.uid }, true);
    await until(async () => (await harness.post({ pageId: 'older', type: 'VIEW' }, visitor())).status, 404);
  });

  it('accepts a known bot without counting it, and says so', async () => {
    const id = newId();
    const headers = {
      ...visitor(),
      'user-agent': 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
    };
    const answer = await harness.post({ id, pageId: page.uid, type: 'VIEW' }, headers);
    const body = { success: true, accepted: 0, refused: [{ index: 0, code: 'BOT_NOT_COUNTED' }] };
    expect(answer).toMatchObject({ status: 202, body });
    expect(await storedIds()).not.toContain(id);
  });

  it('limits each visitor separately to 120 events a minute, counting each event of a batch', async () => {
    const headers = visitor();
    const batch = (size: number) => ({
      events: Array.from({ length: size }, () => ({ pageId: page.uid, type: 'VIEW' })),
    });
    for (const size of [50, 50, 19]) expect((await harness.post(batch(size), headers)).status).toBe(202);
    const refused = await harness.post(batch(2), headers);
    expect(refused).toMatchObject({ status: 429, body: { success: false, code: 'TOO_MANY_REQUESTS' } });
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(50);
    expect((await harness.post(batch(1), headers)).status).toBe(202);
    expect((await harness.post(batch(1), headers)).status).toBe(429);
    expect(
      (await harness.post(batch(1), { ...headers, 'x-forwarded-for': `203.0.200.1, ${headers['x-forwarded-for']}` }))
        .status,
    ).toBe(429);
    expect((await harness.post(batch(1), visitor())).status).toBe(202);
  });

  it('answers 503 with Retry-After while the log refuses, and stores a retry once', async () => {
    const event = { id: v4(), pageId: page.uid, type: 'VIEW' };
    refusing = true;
    const answer = await harness.post(event, visitor());
    expect(answer).toMatchObject({ status: 503, body: { success: false, code: 'UNAVAILABLE' } });
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    refusing = false;
    expect((await harness.post(event, visitor())).status).toBe(202);
    expect((await storedIds()).filter((id) => id === event.id)).toHaveLength(1);
  });

  it('writes no address to the application log, the tables or the message log', async () => {
    const headers = { 'x-forwarded-for': '198.51.100.77' };
    refusing = true;
    await harness.post({ pageId: page.uid, type: 'VIEW' }, headers);
    refusing = false;
    await harness.post({ pageId: page.uid, type: 'VIEW' }, headers);
    await harness.post('{', headers);
    await harness.settle();
    const rows = await harness.select('SELECT * FROM volant.activities_by_day');
    expect(logged.length).toBeGreaterThan(0);
    expect(JSON.stringify(rows) + logged.join('')).not.toContain('198.51.100');
  });

  it('stores visitor hashes that are equal within a page and differ between pages', async () => {
    const other = await harness.knownPage();
    const pageIds = [page.uid, page.uid, other.uid];
    const headers = visitor();
    await harness.post({ events: pageIds.map((pageId) => ({ pageId, type: 'VIEW' })) }, headers);
    await harness.post({ pageId: page.uid, type: 'CLICK_CALL' }, headers);
    await harness.settle();
    const rows = await harness.select<{ page: string; visitors: string[]; events: number }>(
      `SELECT toString(page_uid) AS page, groupUniqArray(toString(visitor)) AS visitors, toUInt32(count()) AS events
       FROM volant.activities_by_day FINAL WHERE page_uid IN ('${page.uid}', '${other.uid}') GROUP BY page`,
    );
    const of = ({ uid }: { uid: string }) => rows.find((row) => row.page === uid);
    expect([of(page)?.events, of(page)?.visitors.length, of(other)?.visitors.length]).toEqual([3, 1, 1]);
    expect(of(other)?.visitors).not.toEqual(of(page)?.visitors);
  });

  it('batches many requests into few writes without loss', async () => {
    const ids = Array.from({ length: 300 }, () => newId());
    const answers = await Promise.all(ids.map((id) => harness.post({ id, pageId: page.uid, type: 'VIEW' }, visitor())));
    expect(answers.every(({ status }) => status === 202)).toBe(true);
    const stored = new Set(await storedIds());
    expect(ids.filter((id) => !stored.has(id))).toEqual([]);
  });
});

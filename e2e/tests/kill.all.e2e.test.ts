import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { CLICK_NAMES } from '../../proto/src/activity/click-types.ts';
import { call, createPage, eventually, type Person, pageIsKnown, readReport, signUp, someAddress } from '../src/api.ts';
import { ON_SERVERS, type OpenedProduct, openProduct } from '../src/open-product.ts';

/** Two kills of each of five processes, or ten of the single process. */
const KILLS = 10;
const WRITERS = 8;
const TYPES = ['VIEW', 'CLICK_CALL', 'CLICK_WHATSAPP', 'CLICK_EMAIL', 'CLICK_VCARD'];

let product: OpenedProduct;
let driver: Person;
let pages: string[];

interface Sent {
  readonly pageId: string;
  readonly type: string;
}

beforeAll(async () => {
  product = await openProduct();
  driver = await signUp(product.origin);
  pages = await Promise.all([1, 2, 3].map((number) => createPage(product.origin, driver.token, `Page ${number}`)));
});

afterAll(async () => {
  await product?.close();
});

/** Sends events until stopped and records those answered 202. Retries the others, and sends some twice. */
async function write(origin: () => string, stopped: () => boolean, acknowledged: Map<string, Sent>): Promise<void> {
  const again: { readonly id: string; readonly sent: Sent }[] = [];
  while (!stopped()) {
    const retried = again.pop();
    const id = retried?.id ?? randomUUID();
    const pageId = pages[Math.floor(Math.random() * pages.length)] ?? '';
    const sent = retried?.sent ?? { pageId, type: TYPES[Math.floor(Math.random() * TYPES.length)] ?? 'VIEW' };
    const answer = await call(origin(), 'POST', '/api/public/events', { id, ...sent }).catch(() => undefined);
    if (answer?.status === 202) {
      acknowledged.set(id, sent);
      if (Math.random() < 0.05) again.push({ id, sent });
    } else {
      again.push({ id, sent });
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
  // Events without a 202 may or may not have been stored: send them until they get one, so that the count is exact.
  for (const { id, sent } of again) {
    await eventually(
      () => call(origin(), 'POST', '/api/public/events', { id, ...sent }).catch(() => ({ status: 0 })),
      ({ status }) => status === 202,
    );
    acknowledged.set(id, sent);
  }
}

interface Report {
  readonly summary: { readonly views: number; readonly clicks: number; readonly clicksByType: Record<string, number> };
  readonly chartData: readonly { readonly date: string; readonly views: number; readonly clicks: number }[];
}

function expectedReport(acknowledged: Map<string, Sent>, pageId: string) {
  const of = (type: string) =>
    [...acknowledged.values()].filter((sent) => sent.pageId === pageId && sent.type === type).length;
  return {
    views: of('VIEW'),
    clicks: TYPES.filter((type) => type !== 'VIEW').reduce((sum, type) => sum + of(type), 0),
    clicksByType: Object.fromEntries(Object.entries(CLICK_NAMES).map(([type, name]) => [name, of(type)])),
  };
}

const WHAT = ON_SERVERS ? 'the processes in turn' : 'the whole process';

test(`every event answered 202 is counted exactly once over ${KILLS} kills of ${WHAT}`, async () => {
  const acknowledged = new Map<string, Sent>();
  let stopped = false;
  const writers = Array.from({ length: WRITERS }, () =>
    write(
      () => product.origin,
      () => stopped,
      acknowledged,
    ),
  );

  for (let kill = 0; kill < KILLS; kill += 1) {
    const before = acknowledged.size;
    await eventually(
      async () => acknowledged.size,
      (size) => size >= before + 150,
    );
    // A random moment within a write.
    await new Promise((resolve) => setTimeout(resolve, Math.random() * 300));
    await product.crash();
  }
  stopped = true;
  await Promise.all(writers);
  expect(acknowledged.size).toBeGreaterThan(KILLS * 150);

  for (const pageId of pages) {
    const expected = expectedReport(acknowledged, pageId);
    const read = (): Promise<Report> => readReport(product.origin, driver.token, pageId);
    const report = await eventually(
      read,
      ({ summary }) => summary?.views >= expected.views && summary?.clicks >= expected.clicks,
    );
    expect(report.summary).toMatchObject(expected);
    const overDays = (field: 'views' | 'clicks') => report.chartData.reduce((sum, day) => sum + day[field], 0);
    expect([overDays('views'), overDays('clicks')]).toEqual([expected.views, expected.clicks]);
  }
});

test('an id sent again after the kills counts once', async () => {
  const pageId = await createPage(product.origin, driver.token, 'Once');
  await pageIsKnown(product.origin, pageId);
  const event = { id: randomUUID(), pageId, type: 'VIEW' };
  const address = someAddress();
  for (let time = 0; time < 5; time += 1) {
    expect((await call(product.origin, 'POST', '/api/public/events', event, { address })).status).toBe(202);
  }
  await call(product.origin, 'POST', '/api/public/events', { pageId, type: 'CLICK_CALL' });
  const read = (): Promise<Report> => readReport(product.origin, driver.token, pageId);
  const report = await eventually(read, ({ summary }) => summary?.clicks === 1);
  expect(report.summary.views).toBe(1);
});

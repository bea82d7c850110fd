import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { call, createPage, eventually, logIn, pageIsKnown, readReport, signUp } from '../src/api.ts';
import { expectedReport, type SentEvent, startEventLoad } from '../src/event-load.ts';
import { expectEnd, startProduct, temporaryDirectory } from '../src/product.ts';

/** Events sent per second. A slow machine acknowledges fewer; only acknowledged events are compared. */
const PER_SECOND = 200;
const TOGETHER = 50;

async function expectReport(origin: string, token: string, page: string, events: ReadonlyMap<string, SentEvent>) {
  const { summary } = expectedReport(events.values(), page);
  const isThat = (report: { summary?: typeof summary }) =>
    report.summary?.views === summary.views && report.summary.clicks === summary.clicks;
  expect(await eventually(() => readReport(origin, token, page), isThat)).toMatchObject({ summary });
}

test('a backup during 200 events a second has each event of before, and none twice when all are sent again', async () => {
  const directory = await temporaryDirectory();
  onTestFinished(() => directory.remove());
  const at = (name: string) => path.join(directory.path, name);
  const product = await startProduct(at('source'));
  const { origin } = product;
  const driver = await signUp(origin);
  const [before = '', during = ''] = [
    await createPage(origin, driver.token, 'Before'),
    await createPage(origin, driver.token, 'During'),
  ];
  await pageIsKnown(origin, during);

  const earlier = startEventLoad({ origin: () => origin, pages: [before], perSecond: PER_SECOND });
  await eventually(
    async () => earlier.acknowledged.size,
    (size) => size >= PER_SECOND,
  );
  await earlier.stop();
  const load = startEventLoad({ origin: () => origin, pages: [during], perSecond: PER_SECOND });
  const command = ['export', '--while-running', at('backup.tar.gz')];
  expect(await expectEnd(at('source'), {}, command)).toMatchObject({ code: 0 });
  await load.stop();
  await expectReport(origin, driver.token, before, earlier.acknowledged);
  await expectReport(origin, driver.token, during, load.acknowledged);
  expect(await product.stop()).toBe(0);

  const target = at('target');
  expect(await expectEnd(target, {}, ['import', at('backup.tar.gz')])).toMatchObject({ code: 0 });
  const restored = await startProduct(target);
  const { email, password } = driver;
  const token = await logIn(restored.origin, { email, password });
  await expectReport(restored.origin, token, before, earlier.acknowledged);
  await pageIsKnown(restored.origin, during);
  const again = [...load.acknowledged].map(([id, { pageId, type }]) => ({ id, pageId, type }));
  while (again.length > 0) {
    const events = again.splice(0, TOGETHER);
    const send = () => call(restored.origin, 'POST', '/api/public/events', { events });
    await eventually(send, ({ status }) => status === 202);
  }
  await expectReport(restored.origin, token, during, load.acknowledged);
  expect(await restored.stop()).toBe(0);
});

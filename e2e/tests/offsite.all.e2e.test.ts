import { readdir, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { call, createPage, eventually, pageIsKnown, readReport, signUp } from '../src/api.ts';
import { startEventLoad } from '../src/event-load.ts';
import { expectEnd, startProduct, temporaryDirectory } from '../src/product.ts';

const PER_SECOND = 20;
/** What may be lost, and how long another machine may take. */
const LOST_MS = 60_000;
const BACK_WITHIN_MS = 10 * 60_000;
const EDIT_EVERY_MS = 1_000;
const TOGETHER = 50;

/** Counts per moment, so that a count can be told for any moment. */
function createCounts(now: () => number) {
  const counts: { readonly at: number; readonly count: number }[] = [];
  const timer = setInterval(() => counts.push({ at: Date.now(), count: now() }), 50);
  return {
    at: (moment: Date) => counts.findLast(({ at }) => at <= moment.getTime())?.count ?? 0,
    stop: () => clearInterval(timer),
  };
}

test('a machine lost at any second is replaced within minutes, and loses at most a minute, which is told', async () => {
  const directory = await temporaryDirectory();
  onTestFinished(() => directory.remove());
  const at = (name: string) => path.join(directory.path, name);
  await writeFile(at('passphrase'), 'a passphrase of the tests\n');
  const place = `file://${at('elsewhere')}`;
  const settings = { VOLANT_OFFSITE_URL: place, VOLANT_OFFSITE_PASSPHRASE_FILE: at('passphrase') };
  const product = await startProduct(at('lost'), { ...settings, VOLANT_EVENTS_PER_MINUTE: '100000' });
  let { origin } = product;
  const driver = await signUp(origin);
  const page = await createPage(origin, driver.token, 'Edit 0');
  await pageIsKnown(origin, page);
  // The first drill follows the first base.
  await expect.poll(() => stat(at('lost/offsite-drill.json')).catch(() => undefined)).toBeDefined();
  expect(await readdir(at('lost'))).not.toContain('offsite-drill');

  const load = startEventLoad({ origin: () => origin, pages: [page], perSecond: PER_SECOND });
  const scans = createCounts(() => load.acknowledged.size);
  let edits = 0;
  let isLost = false;
  const editing = (async () => {
    while (!isLost) {
      const name = `Edit ${edits + 1}`;
      const answer = await call(origin, 'PATCH', `/api/pages/${page}`, { displayName: name }, driver).catch(
        () => undefined,
      );
      if (answer?.status === 200) edits += 1;
      await sleep(EDIT_EVERY_MS);
    }
  })();
  const saved = createCounts(() => edits);
  // Longer than two rounds, and any moment within one.
  await sleep(45_000 + Math.random() * 25_000);
  const lostAt = Date.now();
  await product.kill();
  await rm(at('lost'), { recursive: true, force: true });
  isLost = true;
  const acknowledged = load.acknowledged.size;
  scans.stop();
  saved.stop();
  await editing;

  const restored = await expectEnd(at('restored'), settings, ['import', '--from', place]);
  expect(restored).toMatchObject({ code: 0, stderr: '' });
  const [, told = ''] = /^This is the product of (\S+)\. /m.exec(restored.stdout) ?? [];
  const moment = new Date(told);
  const again = await startProduct(at('restored'), { ...settings, VOLANT_EVENTS_PER_MINUTE: '100000' });
  origin = again.origin;
  expect(Date.now() - lostAt).toBeLessThan(BACK_WITHIN_MS);
  expect(lostAt - moment.getTime()).toBeLessThan(LOST_MS);

  const { body } = await call(origin, 'GET', `/api/pages/${page}`, undefined, driver);
  const edit = Number(/^Edit (\d+)$/.exec(body.page.displayName)?.[1]);
  expect(edit).toBeGreaterThanOrEqual(saved.at(moment));
  expect(edit).toBeLessThanOrEqual(edits);
  await load.stop();
  const total = async () => {
    const { summary } = await readReport(origin, driver.token, page);
    return Number(summary?.views) + Number(summary?.clicks);
  };
  // Those that were not answered before have been sent to the new machine.
  const since = load.acknowledged.size - acknowledged;
  const there = await eventually(total, (count) => count >= scans.at(moment) + since);
  expect(there).toBeLessThanOrEqual(load.acknowledged.size);
  const events = [...load.acknowledged].map(([id, { pageId, type }]) => ({ id, pageId, type }));
  while (events.length > 0) {
    const some = events.splice(0, TOGETHER);
    await eventually(
      () => call(origin, 'POST', '/api/public/events', { events: some }),
      ({ status }) => status === 202,
    );
  }
  expect(await eventually(total, (count) => count >= load.acknowledged.size)).toBe(load.acknowledged.size);
  expect(await again.stop()).toBe(0);
});

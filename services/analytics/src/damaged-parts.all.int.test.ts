import { open, readdir } from 'node:fs/promises';
import path from 'node:path';
import { v7 as newId } from 'uuid';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { damagesPutAside, putAsideDamagedParts } from './damaged-parts.ts';
import { monthsWithLosses } from './losses.ts';
import { activity, type Harness, type ReportedPage, startHarness } from './testing/analytics-harness.ts';

const DAY_MS = 24 * 3_600_000;
const NOW = Date.parse('2026-03-30T10:00:00Z');
const DAYS = 75;
const REPORT = 'eventCount viewCount analytics { summary { views } days { views } }';

let harness: Harness;
const page: ReportedPage = { uid: newId(), ownerId: newId(), tenure: 1 };
const views = async () => (await harness.page(page, REPORT, `DRIVER:${page.ownerId}`)).eventCount;

beforeEach(async () => {
  harness = await startHarness();
  harness.setNow(new Date(NOW));
  const at = (day: number) => new Date(NOW - day * DAY_MS);
  await harness.publish(Array.from({ length: DAYS }, (_, day) => activity({ pageUid: page.uid, at: at(day) })));
  await harness.settle();
  await harness.analytics.fold();
  await harness.database.client.command({ query: 'OPTIMIZE TABLE volant.activities_by_day FINAL' });
});
afterEach(() => harness.close());

/** Changes a byte in the middle of every active part of a table, beneath the running engine. */
async function damage(table: string): Promise<void> {
  const parts = await harness.select<{ path: string }>(
    `SELECT path FROM system.parts WHERE active AND database = 'volant' AND table = '${table}'`,
  );
  expect(parts.length).toBeGreaterThan(0);
  for (const { path: part } of parts) {
    const [file = ''] = (await readdir(part)).filter((name) => name.endsWith('.bin'));
    const handle = await open(path.join(part, file), 'r+');
    const at = Math.floor((await handle.stat()).size / 2);
    const byte = Buffer.alloc(1);
    await handle.read(byte, 0, 1, at);
    await handle.write(Buffer.of(byte.readUInt8(0) ^ 0xff), 0, 1, at);
    await handle.close();
  }
}

it('a report that meets a damaged part reports the damage', async () => {
  let damages = 0;
  harness.database.onDamage?.(() => {
    damages += 1;
  });
  expect(await views()).toBe(DAYS);
  expect(damages).toBe(0);
  await damage('activities_by_day');
  harness.setNow(new Date(NOW + 1));
  expect(await harness.pageErrors(page, REPORT, `DRIVER:${page.ownerId}`)).toContain('UNAVAILABLE');
  expect(damages).toBeGreaterThan(0);
});

it('reports are available without a damaged part, which is named', async () => {
  await damage('activities_by_day');
  await putAsideDamagedParts(harness.database);
  // Closed days are counted without the activities.
  expect(await views()).toBe(DAYS - 9);
  const [sentence, ...others] = await damagesPutAside(harness.database);
  expect(sentence).toMatch(/^the part \S+ of activities_by_day in ClickHouse is damaged, and was put aside/);
  expect(others.length).toBeGreaterThanOrEqual(0);
  expect(await monthsWithLosses(harness.database)).not.toEqual([]);
});

it.each(['page_days', 'page_origins', 'page_months', 'page_totals'])(
  'damaged counts in %s are counted again',
  async (table) => {
    await damage(table);
    await putAsideDamagedParts(harness.database);
    expect(await damagesPutAside(harness.database)).toEqual([]);
    expect(await monthsWithLosses(harness.database)).toEqual([]);
    harness.setNow(new Date(NOW + 2 * 60_000));
    expect(await views()).toBe(DAYS);
  },
);

import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createLogger } from '@volant/infra/process/observability/log';
import { NO_MEASURES } from '@volant/infra/process/observability/metrics';
import { createNotices } from '@volant/infra/process/shell/notices';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { newExport } from '../transfer/archive.ts';
import { type Manifest, writeManifest } from '../transfer/manifest.ts';
import { makeRotatedBackup } from './backup-rotation.ts';
import type { LiveBackup } from './live-backup.ts';
import { createScheduledBackups } from './scheduled-backups.ts';

const log = createLogger({ name: 'test', level: 'silent' });
const HOUR_MS = 3_600_000;
const NOW = Date.parse('2026-11-27T03:00:00Z');

let directory: string;
let now: number;

beforeEach(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'volant-backups-'));
  now = NOW;
});
afterEach(() => rm(directory, { recursive: true }));

function scheduled(backup: LiveBackup, keep = 2) {
  const notices = createNotices(log);
  const clock = () => new Date(now);
  const backups = createScheduledBackups({
    ...{ directory, everyHours: 24, keep, backup, notices, log, clock },
    measures: NO_MEASURES,
  });
  return { notices, backups };
}
const written: LiveBackup = (place) => writeFile(place, 'whole');

test('the newest backups are kept, and other files stay', async () => {
  await writeFile(path.join(directory, 'notes.tar.gz'), '');
  await mkdir(path.join(directory, 'volant-2026-11-26T02-00-00Z.tar.gz.unfinished'));
  const { backups } = scheduled(written);
  for (let day = 0; day < 3; day += 1) {
    await backups.run();
    now += 24 * HOUR_MS;
  }
  expect((await readdir(directory)).sort()).toEqual([
    'notes.tar.gz',
    'volant-2026-11-28T03-00-00Z.tar.gz',
    'volant-2026-11-29T03-00-00Z.tar.gz',
  ]);
});

test('one asked for is made at once, and one at a time', async () => {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const { backups } = scheduled(async (place) => {
    await held;
    await writeFile(place, 'whole');
  });
  expect(backups.now()).toBe(true);
  expect(backups.now()).toBe(false);
  release();
  await vi.waitFor(() => expect(backups.now()).toBe(true));
  await backups.stop();
  expect(await readdir(directory)).toEqual(['volant-2026-11-27T03-00-00Z.tar.gz']);
  expect(backups.now()).toBe(false);
});

test('backups named by a clock that was ahead make way for new ones', async () => {
  const ahead = ['volant-2027-01-01T03-00-00Z.tar.gz', 'volant-2027-01-02T03-00-00Z.tar.gz'];
  for (const name of ahead) {
    await writeFile(path.join(directory, name), 'whole');
    await utimes(path.join(directory, name), NOW / 1000 + 86_400, NOW / 1000 + 86_400);
  }
  const { backups } = scheduled(written);
  await backups.start();
  await expect.poll(() => readdir(directory)).toEqual(['volant-2026-11-27T03-00-00Z.tar.gz', ahead[1]]);
  await backups.stop();
});

test('a directory of backups that cannot be made is named', async () => {
  const file = path.join(directory, 'a-file');
  await writeFile(file, '');
  await expect(makeRotatedBackup({ directory: file, keep: 1 }, new Date(NOW), async () => {})).rejects.toThrow(
    /a-file cannot be written: EEXIST.*\.$/,
  );
});

test('a first backup is made at once, and none while the last one is young', async () => {
  const first = scheduled(written);
  await first.backups.start();
  await expect.poll(() => readdir(directory)).toEqual(['volant-2026-11-27T03-00-00Z.tar.gz']);
  await first.backups.stop();
  const last = path.join(directory, 'volant-2026-11-27T03-00-00Z.tar.gz');
  await utimes(last, NOW / 1000, NOW / 1000);

  now += 23 * HOUR_MS;
  let made = 0;
  const second = scheduled(async () => {
    made += 1;
  });
  await second.backups.start();
  await second.backups.stop();
  expect(made).toBe(0);
});

test('a backup that fails removes none of the others, and is a warning', async () => {
  const old = 'volant-2026-11-20T03-00-00Z.tar.gz';
  await writeFile(path.join(directory, old), 'whole');
  const { backups, notices } = scheduled(() => Promise.reject(new Error('no room\nat all')), 1);
  await utimes(path.join(directory, old), 0, 0);
  await backups.start();
  await expect.poll(() => [...notices.sentences]).toEqual(['the backup failed: no room']);
  await backups.stop();
  expect(await readdir(directory)).toEqual([old]);
});

test('a backup that does not end is a warning after an hour', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  let finish = () => {};
  const backup = vi.fn(() => new Promise<void>((resolve) => (finish = resolve)));
  const { backups, notices } = scheduled(backup);
  await backups.start();
  vi.advanceTimersByTime(0);
  await expect.poll(() => backup.mock.calls.length).toBe(1);
  expect([...notices.sentences]).toEqual([]);
  vi.advanceTimersByTime(HOUR_MS);
  expect([...notices.sentences]).toEqual([
    'the backup begun at 2026-11-27T03:00:00.000Z has not ended, and later ones wait for it',
  ]);
  finish();
  await backups.stop();
  expect([...notices.sentences]).toEqual([]);
});

/** A backup that holds these rows. */
function holding(rows: Readonly<Record<string, number>>): LiveBackup {
  return async (place) => {
    const target = await newExport(place);
    const parts = Object.entries(rows).map(([name, count]) => ({
      ...{ name, rows: count, file: 'part.ndjson.gz', bytes: 0, sha256: '0'.repeat(64) },
    }));
    const made = { format: 1, product: '0', id: randomUUID(), madeAt: new Date(NOW).toISOString(), migrations: [] };
    await writeManifest(target.directory, { ...made, parts } as Manifest);
    await writeFile(path.join(target.directory, 'part.ndjson.gz'), '');
    await target.finish();
  };
}

test('a backup that holds far less is kept beside the last good one, never instead of it, and is a warning', async () => {
  const good = { 'commits of identity': 500, 'rows of activities_by_day': 7_235, 'rows of page_days': 900 };
  const held = async (rows: Readonly<Record<string, number>>) => {
    const sentence = await scheduled(holding(rows)).backups.run();
    now += 24 * HOUR_MS;
    return sentence;
  };
  // Rows of counts are replaced by fewer ones, and an expired day is no loss.
  expect(await held(good)).toBeUndefined();
  expect(await held({ ...good, 'rows of page_days': 3, 'rows of activities_by_day': 7_000 })).toBeUndefined();
  for (let day = 0; day < 5; day += 1) {
    expect(await held({ ...good, 'rows of activities_by_day': 1 })).toMatch(
      /holds far less than volant-2026-11-28T\S+ \(1 of 7,000 rows of activities_by_day\)/,
    );
  }
  expect((await readdir(directory)).sort()).toEqual([
    'volant-2026-11-28T03-00-00Z.tar.gz',
    'volant-2026-12-02T03-00-00Z.tar.gz',
    'volant-2026-12-03T03-00-00Z.tar.gz',
  ]);
  const { backups, notices } = scheduled(holding({}));
  await backups.start();
  await expect.poll(() => [...notices.sentences]).toEqual([expect.stringMatching(/which is kept beside it/)]);
  await backups.stop();
  now += 24 * HOUR_MS;
  // Restored: the good one is not needed any more.
  for (let day = 0; day < 2; day += 1) expect(await held(good)).toBeUndefined();
  expect(await readdir(directory)).toHaveLength(2);
});

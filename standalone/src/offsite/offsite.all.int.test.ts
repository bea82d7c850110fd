import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { migrateAnalytics } from '@volant/analytics/migrations';
import { createAdapters } from '@volant/infra/adapters/adapters';
import { createLogger } from '@volant/infra/process/observability/log';
import { NO_MEASURES } from '@volant/infra/process/observability/metrics';
import { OperatorError } from '@volant/infra/process/settings/server-errors';
import { serverSettingsOf } from '@volant/infra/process/settings/server-settings';
import { SERVER_SHAPE } from '@volant/infra/process/settings/server-shape';
import { createNotices } from '@volant/infra/process/shell/notices';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { createOffsite } from './offsite.ts';

const log = createLogger({ name: 'test', level: 'silent' });
const HOUR_MS = 3_600_000;

let directory: string;
const at = (name: string) => path.join(directory, name);
beforeEach(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'volant-offsite-'));
});
afterEach(() => rm(directory, { recursive: true, force: true }));

test('the backup names what is wrong with it until it is right, and goes on by itself', async () => {
  const servers = serverSettingsOf(z.object(SERVER_SHAPE).parse({}));
  const signal = new AbortController().signal;
  const adapters = createAdapters({ servers, below: at, log, signal });
  await migrateAnalytics(await adapters.analyticsDatabase(), { cache: await adapters.cache(), log });
  const notices = createNotices(log);
  let now = Date.parse('2026-11-30T12:00:00Z');
  let drilled: (signal: AbortSignal) => Promise<void> = async () => {};
  const offsite = createOffsite({
    ...{ adapters, data: { below: at }, notices, log, measures: NO_MEASURES },
    place: { url: `file://${at('elsewhere')}` },
    passphrase: 'a passphrase of the tests',
    kept: { days: 30, months: 0 },
    drill: (_, signal) => drilled(signal),
    withoutStoring: (work) => work(),
    clock: () => new Date(now),
    everyMs: 20,
  });
  const told = () => [...notices.sentences];
  try {
    await writeFile(at('elsewhere'), 'in the way');
    drilled = () => Promise.reject(new OperatorError('16 commits of pages, and the machine had 17'));
    await offsite.start();
    await expect
      .poll(told)
      .toEqual([
        `the off-site backup has sent nothing since the start: VOLANT_OFFSITE_URL: the directory ${at('elsewhere')} cannot be used`,
      ]);
    await rm(at('elsewhere'));
    await expect
      .poll(told)
      .toEqual(['the drill of the off-site backup failed: 16 commits of pages, and the machine had 17']);
    expect(await readdir(at('elsewhere/bases'))).toHaveLength(1);
    expect(await readdir(directory)).not.toContain('offsite-drill');

    drilled = async () => {};
    now += HOUR_MS;
    await expect.poll(told).toEqual([]);
    await expect.poll(() => readdir(directory)).toContain('offsite-drill.json');

    drilled = (signal) => new Promise((_, reject) => signal.addEventListener('abort', reject));
    now += 49 * HOUR_MS;
    await expect.poll(told).toEqual(['the off-site backup was last restored as a drill: 2026-11-30T13:00:00.000Z']);
    await expect.poll(() => readdir(at('elsewhere/bases'))).toHaveLength(2);
  } finally {
    await offsite.stop();
    await adapters.close();
  }
});

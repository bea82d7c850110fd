import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type DiskCall, diskCallsIn, filesAfterLoss, tracing, writeFiles } from '../testing/power-loss.ts';
import { randomFrom } from '../testing/random-from.ts';
import { useWriterProcesses } from '../testing/writer-process.ts';
import { openSqliteEventStore } from './sqlite-event-store.ts';

/** `apt-get install strace`; some containers forbid it. */
const canTrace = spawnSync('strace', ['-o', '/dev/null', 'true']).status === 0;
const LOSSES = 60;
/** Some thousand pages, which are moved from the WAL into the file several times meanwhile. */
const ACKNOWLEDGED = 1_500;

let place: string;
beforeEach(async () => {
  place = await mkdtemp(path.join(tmpdir(), 'power-loss-'));
});
afterEach(() => rm(place, { recursive: true, force: true }));
const appenders = useWriterProcesses(new URL('./sqlite-appender.ts', import.meta.url));

async function recorded(): Promise<readonly DiskCall[]> {
  const record = path.join(place, 'record');
  const writer = appenders.startUnder(tracing(record));
  await expect.poll(() => writer.lines.length).toBeGreaterThan(ACKNOWLEDGED);
  await writer.kill();
  return diskCallsIn(record, appenders.directory());
}

const isAcknowledgement = (line: string) => /^\d+ stream-[\da-f-]{36} \d+$/.test(line);

describe.runIf(canTrace)('sqlite event store after a loss of power', () => {
  it('has every acknowledged commit, whichever unsynced sectors are lost', async () => {
    const calls = await recorded();
    const isMoved = (call: DiskCall) => 'write' in call && call.write === 'volant.db';
    expect(calls.filter(isMoved).length).toBeGreaterThan(500);
    const seed = Date.now();
    const chance = randomFrom(seed);
    let acknowledgedAtAll = 0;
    for (let loss = 0; loss < LOSSES; loss += 1) {
      const count = Math.floor(chance() * calls.length);
      const directory = path.join(place, String(loss));
      await mkdir(directory);
      await writeFiles(directory, filesAfterLoss(calls, count, chance));
      const printed = calls.slice(0, count).flatMap((call) => ('printed' in call ? call.printed : []));
      const acknowledged = printed.filter(isAcknowledgement);
      acknowledgedAtAll += acknowledged.length;

      const store = await openSqliteEventStore({ path: directory });
      const commits = await store.readAll(0, Number.MAX_SAFE_INTEGER);
      await store.close();
      const name = `seed ${seed}, loss ${loss} after call ${count}`;
      const found = new Set(commits.map(({ position, streamId, version }) => `${position} ${streamId} ${version}`));
      expect(
        acknowledged.filter((line) => !found.has(line)),
        name,
      ).toEqual([]);
      expect(
        commits.map(({ position }) => position),
        name,
      ).toEqual(commits.map((_, index) => index + 1));
      expect(new Set(commits.map(({ commandId }) => commandId)).size, name).toBe(commits.length);
      await rm(directory, { recursive: true });
    }
    expect(acknowledgedAtAll).toBeGreaterThan(LOSSES * 100);
  });
});

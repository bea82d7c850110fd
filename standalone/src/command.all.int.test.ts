import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openSqliteEventStore } from '@volant/infra/event-store/sqlite-event-store';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runCommand } from './testing/commands.ts';

let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'volant-commands-'));
});
afterAll(() => rm(directory, { recursive: true }));

const settings = () => ({ VOLANT_DATA_DIR: path.join(directory, 'data') });

test.each([
  ...['dead-letters', 'demo', 'export', 'import', 'migrate', 'rebuild', 'replay', 'second-factor'],
  'superadmin',
])('%s answers --help with its usage, and opens nothing', async (name) => {
  const stdout = expect.stringMatching(`^Usage: npm run ${name}`);
  expect(await runCommand(name, ['--help'], settings())).toMatchObject({ code: 0, stdout, stderr: '' });
  expect(await readdir(directory)).toEqual([]);
});

test('migrate refuses an unknown option with its usage, and opens nothing', async () => {
  const stderr = expect.stringMatching('^Usage: npm run migrate');
  expect(await runCommand('migrate', ['--nonsense'], settings())).toMatchObject({ code: 1, stdout: '', stderr });
  expect(await readdir(directory)).toEqual([]);
});

test('a start on the data of a later version ends with one sentence', async () => {
  const at = path.join(directory, 'later');
  const store = await openSqliteEventStore({ path: at, owner: 'pages' });
  const events = [{ id: 'e', type: 'PageTipped', schema: 1, data: {} }];
  const meta = { actor: 'system', correlationId: 'c' } as const;
  await store.contents.restoreCommits([
    { position: 1, streamId: 'page-1', version: 1, commandId: 'c', events, meta, at: '2026-01-01T00:00:00.000Z' },
  ]);
  await store.close();
  const later = { VOLANT_DATA_DIR: at, VOLANT_DEMO: 'off', PORT: '0', VOLANT_OPERATIONS_PORT: '0' };
  expect(
    await runCommand('main', [], { ...later, VOLANT_ORIGIN: 'https://volant.example', VOLANT_LOG_LEVEL: 'error' }),
  ).toEqual({
    code: 78,
    stdout: '',
    stderr:
      'A later version of Volant wrote these data (page: PageTipped, version 1). Run that version again, or restore a backup of this one.\n',
  });
});

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { createLogger } from '../process/observability/log.ts';
import { serverSettingsOf } from '../process/settings/server-settings.ts';
import { SERVER_SHAPE } from '../process/settings/server-shape.ts';
import type { ViewDefinition, ViewStore } from '../views/view-store.ts';
import { createAdapters } from './adapters.ts';

const log = createLogger({ name: 'test', level: 'silent' });
const CARDS: ViewDefinition = { name: 'cards', indexes: [] };

let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'volant-adapters-'));
});
afterAll(() => rm(directory, { recursive: true, force: true }));

const open = () =>
  createAdapters({
    servers: serverSettingsOf(z.object(SERVER_SHAPE).parse({})),
    below: (name) => path.join(directory, name),
    log,
    signal: new AbortController().signal,
  });
const put = (store: ViewStore) => store.together((at) => at(1).view(CARDS).put({ _id: 'a' }));

it('a start that makes the views anew keeps the documents of the state store', async () => {
  const before = open();
  await put(await before.viewStore('pages'));
  await put(await before.stateStore('pages'));
  await before.close();
  const after = open();
  const found = [await after.viewStore('pages'), await after.stateStore('pages')].map((store) =>
    store.view(CARDS).get('a'),
  );
  expect(await Promise.all(found)).toEqual([undefined, { _id: 'a' }]);
  await after.close();
});

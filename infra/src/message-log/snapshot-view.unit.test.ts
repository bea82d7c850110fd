import { expect, it } from 'vitest';
import { createMemoryViewStore } from '../views/memory-view-store.ts';
import type { LogRecord } from './message-log.ts';
import { createSnapshotView, type Snapshot } from './snapshot-view.ts';

const definition = { name: 'test', shape: '', indexes: ['ids'] };

function open() {
  const viewStore = createMemoryViewStore();
  const changes: unknown[] = [];
  const read = (value: Uint8Array): Snapshot => JSON.parse(Buffer.from(value).toString());
  const view = createSnapshotView({ definition, viewStore, read, changed: (...change) => void changes.push(change) });
  const record = (key: string, document: object | null): LogRecord => ({
    ...{ topic: 't', partition: 0, offset: 0, at: new Date(), headers: {}, key },
    value: document === null ? null : Buffer.from(JSON.stringify({ _id: key, ...document })),
  });
  return { view, viewStore, changes, record };
}

it('tells a change once, however often it could not be written', async () => {
  const { view, viewStore, changes, record } = open();
  for (let time = 0; time < 100; time += 1) {
    await view.apply(record('a', { ids: [`id-${time % 2}`], version: 1 }), viewStore);
    await view.apply(record('b', null), viewStore);
  }
  expect(changes).toEqual([]);
  await view.onWritten();
  expect(changes).toEqual([
    ['a', ['id-0', 'id-1']],
    ['b', undefined],
  ]);
  await view.onWritten();
  expect(changes).toHaveLength(2);
});

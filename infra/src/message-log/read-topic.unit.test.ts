import { expect, it } from 'vitest';
import type { FollowOptions, LogRecord, MessageLog } from './message-log.ts';
import { readTopic } from './read-topic.ts';

const record = (offset: number): LogRecord => ({
  topic: 't',
  partition: 0,
  offset,
  key: String(offset),
  value: null,
  headers: {},
  at: new Date(0),
});

/** Hands over each batch after the previous one was handled, as every log does. */
function logOf(batches: readonly (readonly LogRecord[])[]) {
  const seen = { handled: 0, stopped: false };
  const log: Pick<MessageLog, 'follow'> = {
    async follow({ onBatch }: FollowOptions) {
      const reading = (async () => {
        for (const batch of batches) {
          if (seen.stopped) return;
          await onBatch(batch);
          seen.handled += 1;
        }
      })();
      return {
        caughtUp: reading,
        async stop() {
          seen.stopped = true;
          await reading;
        },
      };
    },
  };
  return { log, seen };
}

it('yields all records, and stops', async () => {
  const { log, seen } = logOf([[record(0), record(1)], [record(2)], []]);
  const offsets: number[] = [];
  for await (const records of readTopic(log, 't')) offsets.push(...records.map(({ offset }) => offset));
  expect(offsets).toEqual([0, 1, 2]);
  expect(seen).toEqual({ handled: 3, stopped: true });
});

it('stops reading when its reader stops', async () => {
  const { log, seen } = logOf(Array.from({ length: 100 }, (_, offset) => [record(offset)]));
  for await (const records of readTopic(log, 't')) {
    expect(records).toHaveLength(1);
    break;
  }
  expect(seen.stopped).toBe(true);
  expect(seen.handled).toBeLessThan(5);
});

it('throws the log’s error after the records before it', async () => {
  const offsets: number[] = [];
  const log: Pick<MessageLog, 'follow'> = {
    async follow({ onBatch }) {
      const caughtUp = onBatch([record(0)]).then(() => Promise.reject(new Error('away')));
      return { caughtUp, stop: async () => {} };
    },
  };
  const reading = (async () => {
    for await (const records of readTopic(log, 't')) offsets.push(...records.map(({ offset }) => offset));
  })();
  await expect(reading).rejects.toThrow('away');
  expect(offsets).toEqual([0]);
});

it('does not block the event loop after its reader stops', async () => {
  const { log } = logOf([[record(0)], [record(1)]]);
  const first = readTopic(log, 't');
  expect((await first.next()).value).toHaveLength(1);
  await first.return(undefined);
});

import { expect, it } from 'vitest';
import type { FollowOptions, LogRecord, OutgoingRecord } from './message-log.ts';
import { replay } from './replay.ts';

const ROUNDS = 5;

it('skips its own records if they arrive while another partition is still being read', async () => {
  const arrived: OutgoingRecord[] = [
    { key: 'a', value: Buffer.from('a') },
    { key: 'b', value: Buffer.from('b') },
  ];
  const log = {
    publish: async (_: string, records: readonly OutgoingRecord[]) => void arrived.push(...records),
    async follow({ topic, onBatch }: FollowOptions) {
      const read = async () => {
        for (let round = 0; round < ROUNDS; round += 1) {
          const batch = arrived
            .splice(0)
            .map(
              (record, offset): LogRecord => ({ headers: {}, ...record, topic, partition: 0, offset, at: new Date() }),
            );
          await onBatch(batch);
        }
      };
      return { caughtUp: read(), stop: async () => undefined };
    },
  };
  expect(await replay(log, 'activity', new Date(0))).toBe(2);
});

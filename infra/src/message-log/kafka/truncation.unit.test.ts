import { expect, it } from 'vitest';
import { commitNote, truncatedPartitions } from './truncation.ts';

const TOPIC = 'activity';

/** Servers with one record per entry, written at that time, and the group's commits. */
function serversWith(
  logs: readonly (readonly number[])[],
  committed: readonly { readonly offset: number; readonly youngest: number | undefined }[],
) {
  return {
    fetchOffsets: async () => [
      {
        topic: TOPIC,
        partitions: committed.map(({ offset, youngest }, partition) => ({
          partition,
          offset: String(offset),
          metadata: youngest === undefined ? null : commitNote(youngest),
        })),
      },
    ],
    fetchTopicOffsetsByTimestamp: async (_: string, timestamp = 0) =>
      logs.map((times, partition) => {
        const found = times.findIndex((time) => time >= timestamp);
        return { partition, offset: String(found < 0 ? times.length : found) };
      }),
  };
}

it.each([
  ['nothing is lost', [10, 20, 30, 40], { offset: 2, youngest: 20 }, undefined],
  ['everything was read', [10, 20], { offset: 2, youngest: 20 }, undefined],
  ['the group never committed', [10, 20], { offset: -1, youngest: undefined }, undefined],
  ['an older version committed', [10, 20], { offset: 9, youngest: undefined }, undefined],
  ['records of one moment are read in part', [10, 20, 20, 20], { offset: 2, youngest: 20 }, undefined],
  ['what was read is lost, and nothing came since', [10], { offset: 3, youngest: 30 }, '1'],
  ['new records have taken the numbers of lost ones', [10, 50, 60, 70], { offset: 3, youngest: 30 }, '1'],
])('returns the truncated partitions where %s', async (_, log, committed, readOn) => {
  const whole = { offset: 1, youngest: 10 };
  const truncated = await truncatedPartitions(serversWith([[10, 99], log], [whole, committed]), TOPIC, 'group');
  expect([...truncated]).toEqual(readOn === undefined ? [] : [[1, readOn]]);
});

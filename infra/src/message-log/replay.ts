import { randomUUID } from 'node:crypto';
import type { MessageLog } from './message-log.ts';

/** Marks records published by this run, which it must not publish again. */
const HEADER = 'replay';

/**
 * Publishes a topic's records since a given time again, in order, while the topic is in use. Only for topics whose
 * readers count a repeated record once.
 * @returns the number of records published again
 */
export async function replay(log: Pick<MessageLog, 'follow' | 'publish'>, topic: string, since: Date): Promise<number> {
  const run = randomUUID();
  let published = 0;
  const follower = await log.follow({
    topic,
    from: {},
    async onBatch(records) {
      const again = records.filter(({ at, headers }) => at >= since && headers[HEADER] !== run);
      if (again.length === 0) return;
      await log.publish(
        topic,
        again.map(({ key, value, headers }) => ({ key, value, headers: { ...headers, [HEADER]: run } })),
      );
      published += again.length;
    },
  });
  try {
    await follower.caughtUp;
  } finally {
    await follower.stop();
  }
  return published;
}

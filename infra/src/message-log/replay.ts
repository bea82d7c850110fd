import { randomUUID } from 'node:crypto';
import type { MessageLog } from './message-log.ts';

/** Tells records that this run has published from those it is to publish again. */
const HEADER = 'replay';

/**
 * Publishes what lies in a topic since a moment again, in its order, beside whoever writes and reads there. For topics
 * whose readers count a record once, however often it comes.
 * @returns how many records came again
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

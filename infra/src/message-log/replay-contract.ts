import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { MessageLog } from './message-log.ts';
import { replay } from './replay.ts';

/** Behavior of a replay on every message log. */
export function replayContract(
  name: string,
  open: () => Promise<{ readonly log: MessageLog; cleanUp(): Promise<void> }>,
): void {
  describe(`replay: ${name}`, () => {
    let opened: { readonly log: MessageLog; cleanUp(): Promise<void> };
    let log: MessageLog;
    let topic: string;
    beforeEach(async () => {
      opened = await open();
      log = opened.log;
      topic = `activity.${randomUUID()}`;
      await log.ensureTopics([{ name: topic, cleanup: 'delete', retentionMs: 3_600_000 }]);
    });
    afterEach(() => opened.cleanUp());

    const publish = (...keys: readonly string[]) =>
      log.publish(
        topic,
        keys.map((key) => ({ key, value: Buffer.from(`of ${key}`), headers: { traceparent: key } })),
      );

    async function contents(): Promise<readonly (readonly (string | undefined)[])[]> {
      const found: (readonly (string | undefined)[])[] = [];
      const follower = await log.follow({
        topic,
        from: {},
        onBatch: async (batch) => {
          for (const { key, value, headers } of batch) {
            found.push([key, Buffer.from(value ?? []).toString(), headers.traceparent]);
          }
        },
      });
      await follower.caughtUp;
      await follower.stop();
      return found.sort();
    }
    const twice = <T>(one: T) => [one, one];

    it('publishes the records since a given time again, unchanged, and no earlier ones', async () => {
      await publish('a', 'b');
      // The log has a resolution of milliseconds.
      await new Promise((resolve) => setTimeout(resolve, 50));
      const since = new Date();
      await publish('c', 'd');
      expect(await replay(log, topic, since)).toBe(2);
      const record = (key: string) => [key, `of ${key}`, key];
      expect(await contents()).toEqual([record('a'), record('b'), ...twice(record('c')), ...twice(record('d'))]);
    });

    it('ends although it publishes to the same topic, and can run again', async () => {
      const keys = Array.from({ length: 3_000 }, (_, number) => `k${number}`);
      await publish(...keys);
      expect(await replay(log, topic, new Date(0))).toBe(3_000);
      expect(await contents()).toHaveLength(6_000);
      expect(await replay(log, topic, new Date(0))).toBe(6_000);
    });
  });
}

import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { deadLetter, deadTopicOf } from './dead-letter.ts';
import { createDeadLetters } from './dead-letters.ts';
import type { LogRecord, MessageLog } from './message-log.ts';

/** Behavior of dead letters on every message log. */
export function deadLettersContract(
  name: string,
  open: () => Promise<{ readonly log: MessageLog; cleanUp(): Promise<void> }>,
): void {
  describe(`dead letters: ${name}`, () => {
    let opened: { readonly log: MessageLog; cleanUp(): Promise<void> };
    let log: MessageLog;
    let activity: string;
    let state: string;
    let letters: ReturnType<typeof createDeadLetters>;

    beforeEach(async () => {
      opened = await open();
      log = opened.log;
      activity = `activity.${randomUUID()}`;
      state = `state.${randomUUID()}`;
      letters = createDeadLetters(log, [activity, state]);
      await log.ensureTopics([
        { name: activity, cleanup: 'delete', retentionMs: 3_600_000 },
        { name: deadTopicOf(activity), cleanup: 'delete', retentionMs: 3_600_000 },
        { name: state, cleanup: 'compact' },
        { name: deadTopicOf(state), cleanup: 'compact' },
      ]);
    });
    afterEach(() => opened.cleanUp());

    async function contents(topic: string): Promise<readonly LogRecord[]> {
      const found: LogRecord[] = [];
      const follower = await log.follow({ topic, from: {}, onBatch: async (batch) => void found.push(...batch) });
      await follower.caughtUp;
      await follower.stop();
      return found;
    }
    const texts = async (topic: string) =>
      (await contents(topic)).map(({ key, value }) => [key, value === null ? null : Buffer.from(value).toString()]);

    /** Sets aside the latest record of a key in the compacted topic. */
    async function setAside(key: string): Promise<void> {
      const record = (await contents(state)).findLast((found) => found.key === key);
      if (record === undefined) throw new Error(`no record of ${key}`);
      await log.publish(deadTopicOf(state), [deadLetter({ record, reason: 'premature EOF' })]);
    }

    const eaten = (offset: number, index?: number): LogRecord & { index: number | undefined } => ({
      ...{ topic: activity, partition: 0, offset, key: `k${offset}`, value: Buffer.from(`value ${offset}`) },
      ...{ headers: {}, at: new Date(), index },
    });
    const kill = (offset: number, index?: number) => {
      const record = eaten(offset, index);
      const parts = { record, reason: 'no UUID', value: Buffer.from(`part of ${offset}`) };
      return log.publish(deadTopicOf(activity), [deadLetter(index === undefined ? parts : { ...parts, index })]);
    };

    it('lists each letter once, with its source and reason', async () => {
      await kill(7);
      await kill(3, 2);
      await kill(7);
      expect(await letters.list()).toMatchObject([
        { topic: activity, partition: 0, offset: 3, index: 2, key: 'k3', reason: 'no UUID', size: 9 },
        { topic: activity, partition: 0, offset: 7, key: 'k7', reason: 'no UUID' },
      ]);
      expect(await letters.list({ topic: state })).toEqual([]);
      expect(await letters.list({ offset: 7 })).toHaveLength(1);
    });

    it('puts letters back to their topic once', async () => {
      await kill(3);
      await kill(7);
      expect(await letters.putBack({ topic: activity, offset: 3 })).toEqual({ putBack: 1, superseded: 0 });
      expect(await texts(activity)).toEqual([['k3', 'part of 3']]);
      expect((await letters.list()).map(({ offset }) => offset)).toEqual([7]);
      expect(await letters.putBack()).toEqual({ putBack: 1, superseded: 0 });
      expect(await letters.putBack()).toEqual({ putBack: 0, superseded: 0 });
      expect(await texts(activity)).toHaveLength(2);
      expect(await letters.list()).toEqual([]);
    });

    it('puts the record of a compacted topic back without a stored copy', async () => {
      await log.publish(state, [{ key: 'a', value: Buffer.from('secret'), headers: { h: '1' } }]);
      await setAside('a');
      expect((await contents(deadTopicOf(state)))[0]?.value).toHaveLength(0);
      expect(await letters.list()).toMatchObject([{ key: 'a', size: 6, reason: 'premature EOF' }]);
      const before = (await contents(state)).at(-1)?.offset ?? 0;
      expect(await letters.putBack()).toEqual({ putBack: 1, superseded: 0 });
      const last = (await contents(state)).at(-1);
      expect(last).toMatchObject({ key: 'a', headers: { h: '1' } });
      expect(last?.offset).toBeGreaterThan(before);
      expect(await letters.list()).toEqual([]);
    });

    it('skips a key that has a newer record or is erased', async () => {
      await log.publish(state, [
        { key: 'changed', value: Buffer.from('old') },
        { key: 'erased', value: Buffer.from('old') },
      ]);
      await setAside('changed');
      await setAside('erased');
      await log.publish(state, [
        { key: 'changed', value: Buffer.from('new') },
        { key: 'erased', value: null },
      ]);
      expect(await letters.putBack()).toEqual({ putBack: 0, superseded: 2 });
      // The last record of each key counts.
      expect(Object.fromEntries(await texts(state))).toEqual({ changed: 'new', erased: null });
      expect(await letters.list()).toEqual([]);
    });
  });
}

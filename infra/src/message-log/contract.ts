import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { LogRecord, MessageLog, OutgoingRecord, TopicDefinition } from './message-log.ts';

export interface OpenedMessageLog {
  readonly log: MessageLog;
  /** Closes and reopens the log, like a restart of the process. */
  reopen(): Promise<MessageLog>;
  cleanUp(): Promise<void>;
}

const text = (value: Uint8Array | null) => (value === null ? null : Buffer.from(value).toString());
const record = (key: string, value: string | null): OutgoingRecord => ({
  key,
  value: value === null ? null : Buffer.from(value),
});
const numbered = (count: number, from = 0) =>
  Array.from({ length: count }, (_, index) => record(`key-${(from + index) % 7}`, String(from + index)));
const numbers = (count: number, from = 0) => Array.from({ length: count }, (_, index) => String(from + index));
const eventually = (check: () => void | Promise<void>) => vi.waitFor(check, { interval: 10 });

/** Behavior that every message log adapter must provide. The adapter's test file consists of one call. */
export function messageLogContract(name: string, open: () => Promise<OpenedMessageLog>): void {
  describe(`message log: ${name}`, () => {
    let opened: OpenedMessageLog;
    let log: MessageLog;
    let activity: TopicDefinition;
    let state: TopicDefinition;

    beforeEach(async () => {
      opened = await open();
      log = opened.log;
      activity = { name: `activity.${randomUUID()}`, cleanup: 'delete', retentionMs: 60 * 60 * 1000 };
      state = { name: `state.${randomUUID()}`, cleanup: 'compact' };
      await log.ensureTopics([activity, state]);
    });
    afterEach(async () => {
      await opened.cleanUp();
    });

    /** A group member that collects its records. */
    async function collect(topic: string, group = 'g', maxRecords = 100, from: MessageLog = log) {
      const seen: string[] = [];
      const batches: number[] = [];
      const consumer = await from.consume({
        topic,
        group,
        maxRecords,
        onBatch: async (records) => {
          batches.push(records.length);
          for (const { value } of records) seen.push(text(value) ?? 'tombstone');
        },
      });
      return { seen, batches, consumer };
    }

    async function followAll(topic: string, from: Readonly<Record<number, number>> = {}) {
      const records: LogRecord[] = [];
      const follower = await log.follow({
        topic,
        from,
        onBatch: async (batch) => {
          records.push(...batch);
        },
      });
      return { records, follower };
    }

    it('counts the records after an offset, also in an empty topic', async () => {
      expect(await log.behind(state.name, async () => 0)).toBe(0);
      await log.publish(state.name, numbered(5));
      const { records } = await followAll(state.name);
      await eventually(() => expect(records).toHaveLength(5));
      expect(await log.behind(state.name, async () => 0)).toBe(5);
      const next = new Map<number, number>();
      for (const { partition, offset } of records.slice(0, -1)) next.set(partition, offset + 1);
      expect(await log.behind(state.name, async (partition) => next.get(partition) ?? 0)).toBe(1);
      for (const { partition, offset } of records) next.set(partition, offset + 1);
      expect(await log.behind(state.name, async (partition) => next.get(partition) ?? 0)).toBe(0);
    });

    describe('topics', () => {
      it('accepts repeated and concurrent requests for the same topics', async () => {
        const topic: TopicDefinition = { name: `late.${randomUUID()}`, cleanup: 'compact' };
        await Promise.all([log.ensureTopics([topic, state]), log.ensureTopics([topic]), log.ensureTopics([topic])]);
        const { records } = await followAll(topic.name);
        await log.publish(topic.name, [record('a', '1')]);
        await eventually(() => expect(records).toHaveLength(1));
      });

      it('reports the difference if a topic exists with another cleanup', async () => {
        await expect(log.ensureTopics([{ name: state.name, cleanup: 'delete' }])).rejects.toThrow(
          new RegExp(`${state.name}.*compact.*delete`),
        );
      });

      it('refuses calls with an unknown topic', async () => {
        await expect(log.publish('no.such.topic', [record('a', '1')])).rejects.toThrow('no.such.topic');
      });
    });

    describe('groups', () => {
      it('receive complete records in order, in batches of at most maxRecords', async () => {
        const seen: LogRecord[] = [];
        const consumer = await log.consume({
          topic: activity.name,
          group: 'g',
          maxRecords: 3,
          onBatch: async (records) => {
            expect(records.length).toBeLessThanOrEqual(3);
            seen.push(...records);
          },
        });
        const bytes = new Uint8Array([0, 255, 10, 13, 128]);
        await log.publish(activity.name, [
          { key: 'clé ’ 1', value: bytes, headers: { source: 'qr', langue: 'français' } },
          { key: 'empty', value: new Uint8Array() },
          ...numbered(8),
        ]);
        await eventually(() => expect(seen).toHaveLength(10));
        expect(seen[0]).toMatchObject({
          topic: activity.name,
          key: 'clé ’ 1',
          headers: { source: 'qr', langue: 'français' },
        });
        expect(new Uint8Array(seen[0]?.value ?? [])).toEqual(bytes);
        expect(seen[1]).toMatchObject({ key: 'empty', headers: {} });
        expect(seen[1]?.value).toHaveLength(0);
        expect(Math.abs((seen[0]?.at.getTime() ?? 0) - Date.now())).toBeLessThan(60_000);
        expect(seen.slice(2).map(({ value }) => text(value))).toEqual(numbers(8));
        const offsets = seen.map(({ offset }) => offset);
        expect(offsets).toEqual([...offsets].sort((a, b) => a - b));
        await consumer.stop();
      });

      it('start at the earliest record, and each group receives all records', async () => {
        await log.publish(activity.name, numbered(20));
        const first = await collect(activity.name, 'one');
        const second = await collect(activity.name, 'two');
        await eventually(() => {
          expect(first.seen).toEqual(numbers(20));
          expect(second.seen).toEqual(numbers(20));
        });
      });

      it('continue after the committed records when a consumer returns', async () => {
        await log.publish(activity.name, numbered(5));
        const before = await collect(activity.name);
        await eventually(() => expect(before.seen).toHaveLength(5));
        await before.consumer.stop();
        await log.publish(activity.name, numbered(5, 5));
        const after = await collect(activity.name);
        await eventually(() => expect(after.seen).toEqual(numbers(5, 5)));
        expect(before.seen).toHaveLength(5);
      });

      it('continue after a restart of the log', async () => {
        await log.publish(activity.name, numbered(5));
        const before = await collect(activity.name);
        await eventually(async () => expect(await before.consumer.lag()).toBe(0));
        await before.consumer.stop();
        await log.publish(activity.name, numbered(5, 5));
        log = await opened.reopen();
        await log.publish(activity.name, numbered(1, 10));
        const after = await collect(activity.name, 'g', 100, log);
        await eventually(() => expect(after.seen).toEqual(numbers(6, 5)));
      });

      it('receive a failed batch again, and no later records, until it is handled', async () => {
        const attempts: (string | null)[][] = [];
        const consumer = await log.consume({
          topic: activity.name,
          group: 'g',
          maxRecords: 2,
          onBatch: async (records) => {
            attempts.push(records.map(({ value }) => text(value)));
            if (attempts.length <= 3) throw new Error('not now');
          },
        });
        await log.publish(activity.name, numbered(2));
        await log.publish(activity.name, numbered(2, 2));
        await eventually(() => expect(attempts.length).toBeGreaterThanOrEqual(5));
        expect(attempts.slice(0, 5)).toEqual([
          ['0', '1'],
          ['0', '1'],
          ['0', '1'],
          ['0', '1'],
          ['2', '3'],
        ]);
        await consumer.stop();
      });

      it('do not commit an unhandled batch', async () => {
        let tries = 0;
        const broken = await log.consume({
          topic: activity.name,
          group: 'g',
          maxRecords: 10,
          onBatch: async () => {
            tries += 1;
            throw new Error('never');
          },
        });
        await log.publish(activity.name, numbered(3));
        await eventually(() => expect(tries).toBeGreaterThan(0));
        await broken.stop();
        const { seen } = await collect(activity.name);
        await eventually(() => expect(seen).toEqual(numbers(3)));
      });

      it('finish and commit the running batch before stop resolves', async () => {
        let finish = () => {};
        let started = false;
        const consumer = await log.consume({
          topic: activity.name,
          group: 'g',
          maxRecords: 10,
          onBatch: () => {
            started = true;
            return new Promise((resolve) => {
              finish = resolve;
            });
          },
        });
        await log.publish(activity.name, numbered(1));
        await eventually(() => expect(started).toBe(true));
        let stopped = false;
        const stopping = consumer.stop().then(() => {
          stopped = true;
        });
        expect(stopped).toBe(false);
        finish();
        await stopping;
        await log.publish(activity.name, numbered(1, 1));
        const { seen } = await collect(activity.name);
        await eventually(() => expect(seen).toEqual(['1']));
      });

      it('deliver each record to only one member', async () => {
        const members = await Promise.all([1, 2, 3].map(() => collect(activity.name, 'shared', 5)));
        await Promise.all(numbered(60).map((one) => log.publish(activity.name, [one])));
        const all = () => members.flatMap(({ seen }) => seen);
        await eventually(() => expect(all()).toHaveLength(60));
        expect(new Set(all()).size).toBe(60);
        for (const { consumer } of members.slice(0, 2)) await consumer.stop();
        await log.publish(activity.name, numbered(10, 60));
        await eventually(() => expect(new Set(all()).size).toBe(70));
      });

      it('report the number of remaining records', async () => {
        await log.publish(activity.name, numbered(30));
        let hold = true;
        const consumer = await log.consume({
          topic: activity.name,
          group: 'g',
          maxRecords: 10,
          onBatch: async () => {
            if (hold) throw new Error('held');
          },
        });
        expect(await consumer.lag()).toBe(30);
        hold = false;
        await eventually(async () => expect(await consumer.lag()).toBe(0));
        await consumer.stop();
        await log.publish(activity.name, numbered(4));
        await eventually(async () => expect(await consumer.lag()).toBe(4));
      });
    });

    it('keeps the order of each publisher’s records under concurrent publishing', async () => {
      const { seen } = await collect(activity.name, 'g', 1000);
      const publishers = ['a', 'b', 'c', 'd'];
      await Promise.all(
        publishers.map(async (publisher) => {
          for (let number = 0; number < 50; number += 1) {
            await log.publish(activity.name, [record(publisher, `${publisher}${number}`)]);
          }
        }),
      );
      await eventually(() => expect(seen).toHaveLength(200));
      for (const publisher of publishers) {
        const own = seen.filter((value) => value.startsWith(publisher));
        expect(own).toEqual(numbers(50).map((number) => publisher + number));
      }
    });

    it('publishes thousands of records, or an empty list, in one call', async () => {
      await log.publish(activity.name, []);
      await log.publish(activity.name, numbered(5_000));
      const { seen } = await collect(activity.name, 'g', 2_000);
      await eventually(() => expect(seen).toEqual(numbers(5_000)));
    });

    describe('followers of a compacted topic', () => {
      /** The latest value per key, as in a view. */
      const fold = (records: readonly LogRecord[]) => {
        const view = new Map<string, string>();
        for (const { key, value } of records) {
          if (value === null) view.delete(key);
          else view.set(key, text(value) ?? '');
        }
        return Object.fromEntries(view);
      };

      it('catch up with existing records, then continue', async () => {
        await log.publish(state.name, [record('a', '1'), record('b', '1'), record('a', '2')]);
        const { records, follower } = await followAll(state.name);
        await follower.caughtUp;
        expect(fold(records)).toEqual({ a: '2', b: '1' });
        await log.publish(state.name, [record('c', '1')]);
        await eventually(() => expect(fold(records)).toEqual({ a: '2', b: '1', c: '1' }));
      });

      it('are caught up at once with an empty topic', async () => {
        const { records, follower } = await followAll(state.name);
        await expect(follower.caughtUp).resolves.toBeUndefined();
        expect(records).toEqual([]);
      });

      it('deliver a tombstone to a live follower and to one that returns knowing the value', async () => {
        await log.publish(state.name, [record('a', '1'), record('b', '1')]);
        const live = await followAll(state.name);
        await live.follower.caughtUp;
        const known = (live.records.at(-1)?.offset ?? 0) + 1;
        await log.publish(state.name, [record('a', null)]);
        await eventually(() => expect(live.records.at(-1)).toMatchObject({ key: 'a', value: null }));
        expect(fold(live.records)).toEqual({ b: '1' });

        const later = await followAll(state.name, { 0: known });
        await later.follower.caughtUp;
        expect(later.records).toMatchObject([{ key: 'a', value: null }]);

        const fresh = await followAll(state.name);
        await fresh.follower.caughtUp;
        expect(fold(fresh.records)).toEqual({ b: '1' });
      });

      it('show a key that is set again after its tombstone', async () => {
        await log.publish(state.name, [record('a', '1')]);
        await log.publish(state.name, [record('a', null)]);
        await log.publish(state.name, [record('a', '2')]);
        const { records, follower } = await followAll(state.name);
        await follower.caughtUp;
        expect(fold(records)).toEqual({ a: '2' });
      });

      it('continue at the requested offset', async () => {
        await log.publish(state.name, [record('a', '1'), record('b', '1')]);
        const { records, follower } = await followAll(state.name);
        await follower.caughtUp;
        await follower.stop();
        const next = (records.at(-1)?.offset ?? 0) + 1;
        await log.publish(state.name, [record('c', '1')]);
        const later = await followAll(state.name, { 0: next });
        await later.follower.caughtUp;
        expect(later.records.map(({ key }) => key)).toEqual(['c']);
      });

      it('deliver a failed batch again and are caught up only after it', async () => {
        await log.publish(state.name, [record('a', '1')]);
        let tries = 0;
        const follower = await log.follow({
          topic: state.name,
          from: {},
          onBatch: async () => {
            tries += 1;
            if (tries < 3) throw new Error('not now');
          },
        });
        await follower.caughtUp;
        expect(tries).toBe(3);
      });

      it('reject caughtUp if they are stopped before it', async () => {
        await log.publish(state.name, [record('a', '1')]);
        const follower = await log.follow({
          topic: state.name,
          from: {},
          onBatch: () => Promise.reject(new Error('never')),
        });
        await follower.stop();
        await expect(follower.caughtUp).rejects.toThrow(state.name);
      });

      it('receive each key’s latest record after a restart, including long and unusual keys', async () => {
        const long = 'k'.repeat(3_000);
        await log.publish(state.name, [record(long, '1'), record('nul\0', '1'), record('', '1')]);
        log = await opened.reopen();
        await log.publish(state.name, [record(long, '2')]);
        const { records, follower } = await followAll(state.name);
        await follower.caughtUp;
        expect(fold(records)).toEqual({ [long]: '2', 'nul\0': '1', '': '1' });
      });
    });

    it('keeps its identity when it is reopened', async () => {
      const before = await log.identity();
      log = await opened.reopen();
      expect(before).toMatch(/\w/);
      expect(await log.identity()).toBe(before);
    });

    it('stops its readers when it is closed, and then refuses to publish', async () => {
      await collect(activity.name);
      await followAll(state.name);
      await log.close();
      await expect(log.publish(activity.name, numbered(1))).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    });
  });
}

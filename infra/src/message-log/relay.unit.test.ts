import { describe, expect, it, vi } from 'vitest';
import type { Commit, EventStore } from '../event-store/event-store.ts';
import { createLogger } from '../process/observability/log.ts';
import { createMemoryLeases } from '../testing/memory-leases.ts';
import type { OutgoingRecord } from './message-log.ts';
import { createRelay, type RelayParts } from './relay.ts';

const log = createLogger({ name: 'test', level: 'silent' });
const PAUSES = { firstRetryMs: 1, longestRetryMs: 5, pollMs: 60_000 };

function fakeStore() {
  const commits: Commit[] = [];
  const checkpoints = new Map<string, number>();
  const listeners = new Set<() => void>();
  const store: Pick<EventStore, 'readAll' | 'onAppend' | 'checkpoints'> = {
    readAll: async (after, limit) => commits.filter(({ position }) => position > after).slice(0, limit),
    onAppend: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    checkpoints: {
      load: async (name) => checkpoints.get(name) ?? 0,
      save: async (name, position) => void checkpoints.set(name, position),
    },
  };
  function append(count: number): void {
    for (let time = 0; time < count; time += 1) {
      const position = commits.length + 1;
      commits.push({
        position,
        streamId: `s${position % 3}`,
        version: position,
        commandId: `c${position}`,
        events: [],
        meta: { actor: 'system', correlationId: 'x' },
        at: '2026-01-01T00:00:00.000Z',
      });
    }
    for (const listener of listeners) listener();
  }
  return { store, append, checkpoints, listeners };
}

function setUp() {
  const fake = fakeStore();
  const published: string[] = [];
  const publish = vi.fn(async (_topic: string, records: readonly OutgoingRecord[]) => {
    published.push(...records.map(({ value }) => Buffer.from(value ?? []).toString()));
  });
  const newRelay = (more: Partial<RelayParts> = {}) =>
    createRelay({
      name: 'relay',
      eventStore: fake.store,
      messageLog: { publish },
      topic: 't',
      toRecords: async (commits) =>
        commits.flatMap(({ position, streamId }) =>
          position % 10 === 0 ? [] : [{ key: streamId, value: Buffer.from(String(position)) }],
        ),
      log,
      pauses: PAUSES,
      ...more,
    });
  return { ...fake, published, publish, newRelay };
}

const upTo = (last: number, first = 1) =>
  Array.from({ length: last - first + 1 }, (_, index) => first + index)
    .filter((position) => position % 10 !== 0)
    .map(String);

describe('relay', () => {
  it('publishes every commit in order, then those appended while it runs', async () => {
    const { newRelay, append, published, checkpoints, listeners } = setUp();
    append(500);
    const relay = newRelay();
    await relay.start();
    expect(await relay.waitFor(500)).toBe(true);
    append(5);
    expect(await relay.waitFor(505)).toBe(true);
    expect(published).toEqual(upTo(505));
    await relay.stop();
    expect(checkpoints.get('relay')).toBe(505);
    expect(listeners.size).toBe(0);
  });

  it('continues at its checkpoint', async () => {
    const { newRelay, append, published } = setUp();
    append(5);
    const first = newRelay();
    await first.start();
    await first.waitFor(5);
    await first.stop();
    append(3);
    const second = newRelay();
    await second.start();
    await second.waitFor(8);
    expect(published).toEqual(upTo(8));
    await second.stop();
  });

  it('publishes again and loses no commit if it dies between publishing and its checkpoint', async () => {
    const { newRelay, append, published, store } = setUp();
    append(3);
    const save = vi.spyOn(store.checkpoints, 'save').mockRejectedValue(new Error('killed'));
    const dying = newRelay();
    await dying.start();
    await vi.waitFor(() => expect(save).toHaveBeenCalled());
    await dying.stop();
    save.mockRestore();
    append(2);
    const next = newRelay();
    await next.start();
    await next.waitFor(5);
    await next.stop();
    expect(published.slice(-5)).toEqual(upTo(5));
    // Everything before is complete repetitions, each in order.
    const repeated = published.slice(0, -5).join(',');
    expect(repeated).toMatch(/^1,2,3(,1,2,3)*$/);
  });

  it('retries in order while the log refuses', async () => {
    const { newRelay, append, published, publish } = setUp();
    publish.mockRejectedValueOnce(new Error('away')).mockRejectedValueOnce(new Error('away'));
    append(3);
    const relay = newRelay();
    await relay.start();
    expect(await relay.waitFor(3)).toBe(true);
    expect(published).toEqual(upTo(3));
    await relay.stop();
  });

  it('resolves waitFor with false on timeout or when it stops', async () => {
    const { newRelay } = setUp();
    const relay = newRelay();
    await relay.start();
    expect(await relay.waitFor(1, 5)).toBe(false);
    const waiting = relay.waitFor(1, 60_000);
    await relay.stop();
    expect(await waiting).toBe(false);
  });

  describe('in several processes', () => {
    const pauses = { firstRetryMs: 1, longestRetryMs: 5, pollMs: 5, lookMs: 1 };

    it('publishes from one of them, and all know its progress', async () => {
      const { newRelay, append, published } = setUp();
      const leases = createMemoryLeases();
      const [first, second] = [newRelay({ leases, pauses }), newRelay({ leases, pauses })];
      await first.start();
      expect(await first.waitFor(0)).toBe(true);
      append(3);
      expect(await first.waitFor(3)).toBe(true);
      await second.start();
      append(2);
      expect(await second.waitFor(5)).toBe(true);
      expect(published).toEqual(upTo(5));
      await first.stop();
      append(2);
      expect(await second.waitFor(7)).toBe(true);
      expect(published).toEqual(upTo(7));
      await second.stop();
      expect(await leases.acquire('relay:relay')).toBeDefined();
    });

    describe('a batch that arrives after another process has taken over', () => {
      /** A page erased by its second commit, and a first relay whose batch is delayed on its way. */
      async function heldUp(more: Partial<RelayParts> = {}) {
        const { newRelay, append, publish, published } = setUp();
        const leases = createMemoryLeases();
        let erased = false;
        const toRecords = async (): Promise<readonly OutgoingRecord[]> => [
          { key: 'page', value: erased ? null : Buffer.from('state') },
        ];
        let arrive = () => {};
        let sent = false;
        publish.mockImplementationOnce(async (_topic, records) => {
          sent = true;
          await new Promise<void>((resolve) => {
            arrive = resolve;
          });
          published.push(...records.map(({ value }) => Buffer.from(value ?? []).toString()));
        });
        append(1);
        const late = newRelay({ leases, pauses, toRecords, ...more });
        await late.start();
        await expect.poll(() => sent).toBe(true);

        await (await leases.seize('relay:relay')).release();
        const next = newRelay({ leases, pauses, toRecords, ...more });
        await next.start();
        erased = true;
        append(1);
        expect(await next.waitFor(2)).toBe(true);
        expect(published.at(-1)).toBe('');
        return { late, next, published, append, arrive: () => arrive() };
      }

      it('is followed by a replay that its process requests', async () => {
        const { late, next, published, arrive } = await heldUp();
        arrive();
        await expect.poll(() => published).toContain('state');
        const came = published.lastIndexOf('state');
        await expect.poll(() => published.slice(came + 1)).toContain('');
        expect(published.lastIndexOf('state')).toBe(came);
        await next.stop();
        await late.stop();
      });

      it('is followed by a replay even if its process died before requesting it', async () => {
        let ahead = 0;
        const now = performance.now.bind(performance);
        const clock = vi.spyOn(performance, 'now').mockImplementation(() => now() + ahead);
        const { late, next, published, append } = await heldUp({ againAfterMs: 600_000 });
        // The record is in the log, but its sender never learns of it.
        published.push('state');
        const came = published.lastIndexOf('state');
        ahead += 700_000;
        await expect.poll(() => published.slice(came + 1)).toContain('');
        expect(published.lastIndexOf('state')).toBe(came);
        // It goes back only once, not forever.
        const { length } = published;
        for (const position of [3, 4]) {
          append(1);
          expect(await next.waitFor(position)).toBe(true);
          ahead += 700_000;
        }
        expect(published).toHaveLength(length + 2);
        await next.stop();
        clock.mockRestore();
        void late;
      });
    });

    it('publishes batches again that a log accepted just before an outage, because a server may have lost them', async () => {
      const { newRelay, append, published, publish, checkpoints } = setUp();
      const relay = newRelay({ leases: createMemoryLeases(), pauses });
      append(2);
      await relay.start();
      expect(await relay.waitFor(2)).toBe(true);
      publish.mockRejectedValueOnce(new Error('no broker')).mockRejectedValueOnce(new Error('no broker'));
      append(1);
      expect(await relay.waitFor(3)).toBe(true);
      await expect.poll(() => published).toEqual([...upTo(2), ...upTo(3)]);
      await expect.poll(() => checkpoints.get('relay')).toBe(3);
      append(1);
      expect(await relay.waitFor(4)).toBe(true);
      expect(published).toEqual([...upTo(2), ...upTo(4)]);
      await relay.stop();
    });

    it('leaves the checkpoint to a process that has taken over while it published', async () => {
      const { newRelay, append, published, publish, checkpoints } = setUp();
      const leases = createMemoryLeases();
      append(3);
      publish.mockImplementationOnce(async () => {
        const other = await leases.seize('relay:relay');
        checkpoints.set('relay', 2);
        await other.release();
      });
      const relay = newRelay({ leases, pauses });
      await relay.start();
      await expect.poll(() => checkpoints.get('relay')).toBe(3);
      // Its own batch may have arrived late, so everything is published again.
      await expect.poll(() => published.slice(-3)).toEqual(upTo(3));
      expect(checkpoints.get('relay/again')).toBe(0);
      await relay.stop();
    });
  });
});

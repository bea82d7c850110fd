import { describe, expect, it, vi } from 'vitest';
import { createLogger } from '../process/observability/log.ts';
import { createMetrics } from '../process/observability/metrics.ts';
import { createMemoryLeases } from '../testing/memory-leases.ts';
import { createMemoryViewStore } from '../views/memory-view-store.ts';
import type { ViewDefinition, ViewStore, ViewsAt } from '../views/view-store.ts';
import { UnreadableRecord } from './dead-letter.ts';
import { createLogView, type LogViewParts } from './log-view.ts';
import type { FollowOptions, LogRecord, MessageLog, OutgoingRecord } from './message-log.ts';

const log = createLogger({ name: 'test', level: 'silent' });
const VIEW: ViewDefinition = { name: 'view', indexes: [] };

function record(offset: number, partition = 0): LogRecord {
  return { topic: 't', partition, offset, key: `k${offset}`, value: null, headers: {}, at: new Date(0) };
}

type More = Partial<Pick<LogViewParts, 'measures' | 'onWritten'>> & {
  readonly viewStore?: Pick<ViewStore, 'together'>;
};

function setUp(apply: (record: LogRecord) => Promise<void>, checkpoint = 0, { viewStore, ...more }: More = {}) {
  const checkpoints = new Map([['view', checkpoint]]);
  const follows: FollowOptions[] = [];
  const published: { topic: string; records: readonly OutgoingRecord[] }[] = [];
  let caughtUp = () => {};
  const view = createLogView({
    messageLog: {
      follow: async (options) => {
        follows.push(options);
        return {
          caughtUp: new Promise<void>((resolve) => {
            caughtUp = resolve;
          }),
          stop: async () => {},
        };
      },
      publish: async (topic, records) => void published.push({ topic, records }),
      behind: async (_, from) => 12 - (await from(0)),
      identity: async () => 'a log',
    },
    topic: 't',
    view: VIEW,
    viewStore: {
      together: viewStore?.together ?? createMemoryViewStore().together,
      checkpoint: async (name) => checkpoints.get(name) ?? 0,
      saveCheckpoint: async (name, position) => void checkpoints.set(name, position),
    },
    apply,
    log,
    ...more,
  });
  return { view, checkpoints, follows, published, catchUp: () => caughtUp() };
}

it('resolves catchUp once the view holds the records present at the call, or at the timeout', async () => {
  const { view, follows, catchUp } = setUp(async () => {}, 10);
  const starting = view.start();
  await vi.waitFor(() => expect(follows).toHaveLength(1));
  catchUp();
  await starting;
  let held = false;
  const waiting = view.catchUp(3_600_000).then(() => {
    held = true;
  });
  await follows[0]?.onBatch([record(10)]);
  expect(held).toBe(false);
  await follows[0]?.onBatch([record(11)]);
  await waiting;
  await view.catchUp(3_600_000);
  await view.stop();

  const slow = setUp(async () => {}, 10);
  void slow.view.start();
  await vi.waitFor(() => expect(slow.follows).toHaveLength(1));
  await expect(slow.view.catchUp(1)).resolves.toBeUndefined();
});

async function startOf(follow: FollowOptions | undefined, partition: number): Promise<number | undefined> {
  return typeof follow?.from === 'function' ? follow.from(partition) : follow?.from[partition];
}

describe('log view', () => {
  it('follows from the view’s checkpoint, and has started once it is caught up', async () => {
    const applied: number[] = [];
    const { view, checkpoints, follows, catchUp } = setUp(async ({ offset }) => void applied.push(offset), 7);
    let started = false;
    const starting = view.start().then(() => {
      started = true;
    });
    await Promise.resolve();
    await Promise.resolve();
    expect(follows[0]?.topic).toBe('t');
    expect(await startOf(follows[0], 0)).toBe(7);
    await follows[0]?.onBatch([record(7), record(9)]);
    expect(applied).toEqual([7, 9]);
    expect(checkpoints.get('view')).toBe(10);
    expect(started).toBe(false);
    catchUp();
    await starting;
    await expect(view.start()).rejects.toThrow('is being fed already');
    await view.stop();
  });

  it('reports how far it is behind its topic', async () => {
    const metrics = createMetrics({ name: 'test' });
    const { view, follows, catchUp } = setUp(async () => undefined, 7, { measures: metrics });
    const starting = view.start();
    await vi.waitFor(() => expect(follows).toHaveLength(1));
    const seen = async () => (await metrics.render()).body.match(/^view_behind_records\{view="view".* (\d+)$/m)?.[1];
    expect(await seen()).toBe('5');
    await follows[0]?.onBatch([record(7), record(11)]);
    expect(await seen()).toBe('0');
    catchUp();
    await starting;
    await view.stop();
  });

  it('saves its progress and fails the batch if a record cannot be applied', async () => {
    const { view, checkpoints, follows, catchUp } = setUp(async ({ offset }) => {
      if (offset === 3) throw new Error('no');
    });
    const starting = view.start();
    await vi.waitFor(() => expect(follows).toHaveLength(1));
    await expect(follows[0]?.onBatch([record(1), record(2), record(3), record(4)])).rejects.toThrow('no');
    expect(checkpoints.get('view')).toBe(3);
    catchUp();
    await starting;
  });

  it('calls onWritten only after the write, and saves the checkpoint after that', async () => {
    const order: string[] = [];
    const inner = createMemoryViewStore();
    let position = 0;
    const at: ViewsAt = (applied) => {
      position = applied;
      return inner;
    };
    vi.spyOn(inner.view(VIEW), 'getMany').mockImplementation(async (ids) => {
      order.push(`read ${ids} of view at ${position}`);
      return [];
    });
    let fails = true;
    const { view, checkpoints, follows, catchUp } = setUp(async ({ offset }) => void order.push(`apply ${offset}`), 0, {
      viewStore: {
        async together(write) {
          const result = await write(at, () => {});
          order.push('write');
          if (fails) throw new Error('the server is away');
          return result;
        },
      },
      onWritten: async (records) => {
        order.push(`tell ${records.map(({ offset }) => offset)}, noted ${checkpoints.get('view')}`);
      },
    });
    const starting = view.start();
    await vi.waitFor(() => expect(follows).toHaveLength(1));
    const records = [record(1), record(2)];
    await expect(follows[0]?.onBatch(records)).rejects.toThrow('the server is away');
    expect(checkpoints.get('view')).toBe(0);
    expect(order.splice(0)).toEqual(['read k1,k2 of view at 1', 'apply 1', 'apply 2', 'write']);
    fails = false;
    await follows[0]?.onBatch(records);
    expect(order).toEqual(['read k1,k2 of view at 1', 'apply 1', 'apply 2', 'write', 'tell 1,2, noted 0']);
    expect(checkpoints.get('view')).toBe(3);
    catchUp();
    await starting;
  });

  it('calls onWritten for the records written before one that cannot be applied', async () => {
    const seen: number[] = [];
    const apply = async ({ offset }: LogRecord) => {
      if (offset === 3) throw new Error('no');
    };
    const { view, follows, catchUp } = setUp(apply, 0, {
      onWritten: async (records) => void seen.push(...records.map(({ offset }) => offset)),
    });
    const starting = view.start();
    await vi.waitFor(() => expect(follows).toHaveLength(1));
    await expect(follows[0]?.onBatch([record(1), record(2), record(3), record(4)])).rejects.toThrow('no');
    expect(seen).toEqual([1, 2]);
    catchUp();
    await starting;
  });

  it('saves a checkpoint per partition', async () => {
    const { view, checkpoints, follows, catchUp } = setUp(async () => {});
    const starting = view.start();
    await vi.waitFor(() => expect(follows).toHaveLength(1));
    await follows[0]?.onBatch([record(4), record(9, 3), record(5), record(11, 3)]);
    expect(await startOf(follows[0], 0)).toBe(6);
    expect(await startOf(follows[0], 3)).toBe(12);
    expect(await startOf(follows[0], 1)).toBe(0);
    expect([...checkpoints.keys()]).toEqual(['view', 'view/3']);
    catchUp();
    await starting;
  });

  it('sets an unreadable record aside, with reason and location, and continues', async () => {
    const applied: number[] = [];
    const { view, checkpoints, follows, published, catchUp } = setUp(async ({ offset }) => {
      if (offset === 2) throw new UnreadableRecord('premature EOF');
      applied.push(offset);
    });
    const starting = view.start();
    await vi.waitFor(() => expect(follows).toHaveLength(1));
    await follows[0]?.onBatch([record(1), record(2), record(3)]);
    expect(applied).toEqual([1, 3]);
    expect(checkpoints.get('view')).toBe(4);
    expect(published).toMatchObject([
      {
        topic: 't.dead',
        records: [
          { key: 't-0-2', headers: { reason: 'premature EOF', topic: 't', partition: '0', offset: '2', key: 'k2' } },
        ],
      },
    ]);
    catchUp();
    await starting;
  });
});

describe('log views of several processes', () => {
  /** One partition of a topic, read by any number of followers. */
  function topicOf(records: LogRecord[]) {
    let followers = 0;
    const messageLog: Pick<MessageLog, 'behind' | 'follow' | 'identity' | 'publish'> = {
      async follow({ from, onBatch }) {
        followers += 1;
        let next = typeof from === 'function' ? await from(0) : (from[0] ?? 0);
        let stopping = false;
        const deliver = async () => {
          const batch = records.filter(({ offset }) => offset >= next);
          if (batch.length === 0) return;
          await onBatch(batch);
          next = (batch.at(-1)?.offset ?? 0) + 1;
        };
        const caughtUp = deliver();
        const running = caughtUp.then(async () => {
          while (!stopping) {
            await new Promise((resolve) => setTimeout(resolve, 1));
            if (!stopping) await deliver();
          }
        });
        return {
          caughtUp,
          async stop() {
            stopping = true;
            await running;
            followers -= 1;
          },
        };
      },
      publish: async () => {},
      identity: async () => 'a log',
      async behind(_, from) {
        const first = await from(0);
        return records.filter(({ offset }) => offset >= first).length;
      },
    };
    return { messageLog, followers: () => followers };
  }

  it('let one process feed the view; another continues at the checkpoint when it stops', async () => {
    const records = [record(0), record(1)];
    const { messageLog, followers } = topicOf(records);
    const leases = createMemoryLeases();
    const checkpoints = new Map<string, number>();
    const applied: string[] = [];
    const fences: (number | undefined)[] = [];
    const positions: number[] = [];
    const newView = (process: string) =>
      createLogView({
        messageLog,
        topic: 't',
        view: VIEW,
        viewStore: {
          together: (write) =>
            write(
              (position) => {
                positions.push(position);
                return createMemoryViewStore();
              },
              () => {},
            ),
          checkpoint: async (name) => checkpoints.get(name) ?? 0,
          saveCheckpoint: async (name, position, fence) => {
            checkpoints.set(name, position);
            fences.push(fence);
          },
        },
        apply: async ({ offset }) => void applied.push(`${process}${offset}`),
        log,
        leases,
        pauses: { askMs: 1, lookMs: 1 },
      });
    const [first, second] = [newView('a'), newView('b')];
    await first.start();
    await second.start();
    expect(applied).toEqual(['a0', 'a1']);
    await expect(first.start()).rejects.toThrow('is being fed already');
    expect(await leases.taken()).toEqual(['view:view']);
    records.push(record(2));
    await expect.poll(() => checkpoints.get('view')).toBe(3);
    await first.stop();
    records.push(record(3));
    await expect.poll(() => checkpoints.get('view')).toBe(4);
    await second.stop();
    expect(applied).toEqual(['a0', 'a1', 'a2', 'b3']);
    // The first batch has two records, so it is prefetched at position 0 before they are applied.
    expect(positions).toEqual([0, 0, 1, 2, 3]);
    expect([fences.at(0), fences.at(-1)]).toEqual([1, 2]);
    expect(followers()).toBe(0);
    expect(await leases.acquire('view:view')).toBeDefined();
  });

  it('have started once the view fed by another process has reached the end of the topic', async () => {
    const { messageLog } = topicOf([record(0), record(1)]);
    const leases = createMemoryLeases();
    await leases.seize('view:view');
    let held = 0;
    let looks = 0;
    const view = createLogView({
      messageLog,
      topic: 't',
      view: VIEW,
      viewStore: {
        together: createMemoryViewStore().together,
        checkpoint: async () => {
          looks += 1;
          return held;
        },
        saveCheckpoint: async () => {},
      },
      apply: async () => {},
      log,
      leases,
      pauses: { askMs: 1, lookMs: 1 },
    });
    let started = false;
    const starting = view.start().then(() => {
      started = true;
    });
    for (; held < 2; held += 1) {
      const before = looks;
      await expect.poll(() => looks).toBeGreaterThan(before + 2);
      expect(started).toBe(false);
    }
    await starting;
    await view.stop();
  });

  it('apply no record in a process that has lost its lease', async () => {
    const { messageLog } = topicOf([record(0), record(1)]);
    const leases = createMemoryLeases();
    const checkpoints = new Map<string, number>();
    const applied: number[] = [];
    const view = createLogView({
      messageLog,
      topic: 't',
      view: VIEW,
      viewStore: {
        together: createMemoryViewStore().together,
        checkpoint: async (name) => checkpoints.get(name) ?? 0,
        saveCheckpoint: async (name, position) => void checkpoints.set(name, position),
      },
      apply: async ({ offset }) => {
        applied.push(offset);
        await leases.seize('view:view');
      },
      log,
      leases,
      pauses: { askMs: 1, lookMs: 1 },
    });
    const starting = view.start();
    await expect.poll(() => checkpoints.get('view')).toBe(1);
    await view.stop();
    await starting;
    expect(applied).toEqual([0]);
  });
});

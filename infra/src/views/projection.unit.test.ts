import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Commit } from '../event-store/event-store.ts';
import type { Lease, Leases } from '../lease/lease.ts';
import { createMetrics } from '../process/observability/metrics.ts';
import { createMemoryLeases } from '../testing/memory-leases.ts';
import { createMemoryViewStore } from './memory-view-store.ts';
import { createProjection, type Projection, type ProjectionOptions } from './projection.ts';
import type { SqliteViewStore } from './sqlite-view-store.ts';
import type { WritableView } from './view-store.ts';

interface Applied {
  readonly _id: string;
  readonly position: number;
}

/** The part of an event store that projections use. */
class CommitList {
  readonly commits: Commit[] = [];
  readonly listeners = new Set<() => void>();
  tells = true;

  append(): number {
    const position = (this.commits.at(-1)?.position ?? 0) + 1;
    this.commits.push({
      position,
      streamId: 's',
      version: position,
      commandId: `c${position}`,
      events: [],
      meta: { actor: 'system', correlationId: 'r' },
      at: '2026-01-01T00:00:00.000Z',
    });
    if (this.tells) for (const listener of this.listeners) listener();
    return position;
  }

  async readAll(after: number, limit: number): Promise<readonly Commit[]> {
    return this.commits.filter(({ position }) => position > after).slice(0, limit);
  }

  async head(): Promise<number> {
    return this.commits.at(-1)?.position ?? 0;
  }

  onAppend(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  }
}

let store: CommitList;
let viewStore: SqliteViewStore;
let view: WritableView<Applied>;
let order: number[];
let logged: object[];
let failing: (commit: Commit) => boolean;
const running: Projection[] = [];

beforeEach(() => {
  store = new CommitList();
  viewStore = createMemoryViewStore();
  view = viewStore.view<Applied>({ name: 'applied', indexes: [] });
  order = [];
  logged = [];
  failing = () => false;
});

afterEach(async () => {
  await Promise.all(running.splice(0).map((projection) => projection.stop()));
});

function create(more: Partial<ProjectionOptions> = {}): Projection {
  const projection = createProjection({
    name: 'cards',
    views: [{ name: 'applied', indexes: [] }],
    eventStore: store,
    viewStore,
    log: { error: (details) => void logged.push(details) },
    pauses: { firstRetryMs: 1, longestRetryMs: 4, pollMs: 60_000 },
    apply: async (commit) => {
      await new Promise((resolve) => setImmediate(resolve));
      if (failing(commit)) throw new Error(`cannot apply ${commit.position}`);
      order.push(commit.position);
      await view.put({ _id: `p${commit.position}`, position: commit.position });
    },
    ...more,
  });
  running.push(projection);
  return projection;
}

const upTo = (last: number) => Array.from({ length: last }, (_, index) => index + 1);
const append = (count: number) => Array.from({ length: count }, () => store.append());

describe('a projection', () => {
  it('has applied all existing commits when start resolves, in order, over several batches', async () => {
    append(1_203);
    const projection = create();
    await projection.start();
    expect(order).toEqual(upTo(1_203));
    expect(projection.position()).toBe(1_203);
    await expect.poll(() => viewStore.checkpoint('cards')).toBe(1_203);
  });

  it('applies later commits in order', async () => {
    const projection = create();
    await projection.start();
    for (let round = 0; round < 20; round += 1) {
      append(3);
      if (round % 4 === 0) await projection.waitFor(store.commits.length);
    }
    expect(await projection.waitFor(60)).toBe(true);
    expect(order).toEqual(upTo(60));
  });

  it('counts no commit as applied that the views could not write', async () => {
    append(5);
    let writes = 0;
    let sooner = false;
    const failingOnce: SqliteViewStore = {
      ...viewStore,
      async together(write) {
        const answer = await viewStore.together(write);
        writes += 1;
        if (writes > 1) return answer;
        await new Promise((resolve) => setImmediate(resolve));
        sooner = projection.position() > 0;
        throw new Error('the views are away');
      },
    };
    const projection = create({ viewStore: failingOnce });
    await projection.start();
    expect(sooner).toBe(false);
    expect(order).toEqual([...upTo(5), ...upTo(5)]);
    expect(projection.position()).toBe(5);
  });

  it('prefetches a batch, but not a single commit', async () => {
    const read: number[][] = [];
    const readAhead = async (commits: readonly Commit[]) => {
      read.push(commits.map(({ position }) => position));
      expect(order).toEqual([]);
    };
    append(3);
    const projection = create({ readAhead });
    await projection.start();
    append(1);
    await projection.waitFor(4);
    expect(read).toEqual([[1, 2, 3]]);
  });

  it('finds commits without a notification from the store', async () => {
    store.tells = false;
    const projection = create({ pauses: { firstRetryMs: 1, longestRetryMs: 1, pollMs: 5 } });
    await projection.start();
    append(2);
    expect(await projection.waitFor(2)).toBe(true);
  });

  it('reports how far its views are behind', async () => {
    const metrics = createMetrics({ name: 'test' });
    const behind = async () =>
      (await metrics.render()).body.match(/^view_behind_commits\{view="applied".* (\d+)$/m)?.[1];
    append(3);
    failing = ({ position }) => position === 3;
    const projection = create({ measures: metrics });
    const started = projection.start();
    await expect.poll(behind).toBe('1');
    failing = () => false;
    await started;
    expect(await behind()).toBe('0');
  });

  it('continues at its checkpoint after a restart', async () => {
    append(5);
    await create().start();
    await Promise.all(running.splice(0).map((projection) => projection.stop()));
    append(3);
    const second = create();
    await second.start();
    expect(order).toEqual(upTo(8));
    expect(second.position()).toBe(8);
  });

  it('stops after the running commit, and continues with the next', async () => {
    append(400);
    let reachFifth = () => {};
    const fifth = new Promise<void>((resolve) => {
      reachFifth = resolve;
    });
    let goOn = () => {};
    const held = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    const first = create({
      apply: async ({ position }) => {
        order.push(position);
        if (position !== 5) return;
        reachFifth();
        await held;
      },
    });
    const started = first.start();
    await fifth;
    const stopped = first.stop();
    goOn();
    await stopped;
    await started;
    expect(order).toEqual(upTo(5));
    await create().start();
    expect(order).toEqual(upTo(400));
  });

  it('cannot be started twice', async () => {
    const projection = create();
    await projection.start();
    await expect(projection.start()).rejects.toThrow('runs already');
  });
});

describe('waitFor', () => {
  it('resolves true for an applied position, now or later, and false on timeout', async () => {
    append(2);
    const projection = create();
    await projection.start();
    expect(await projection.waitFor(2, 0)).toBe(true);
    const third = projection.waitFor(3);
    expect(await projection.waitFor(4, 5)).toBe(false);
    append(1);
    expect(await third).toBe(true);
    expect(await view.get('p3')).toEqual({ _id: 'p3', position: 3 });
  });

  it('resolves false when the projection stops', async () => {
    const projection = create();
    await projection.start();
    const waiting = projection.waitFor(1, 60_000);
    await projection.stop();
    expect(await waiting).toBe(false);
    expect(await projection.waitFor(1, 60_000)).toBe(false);
    expect(store.listeners.size).toBe(0);
  });
});

describe('a commit that cannot be applied', () => {
  it('is retried and logged until it succeeds, and no commit is skipped or repeated', async () => {
    append(6);
    let failures = 4;
    failing = ({ position }) => {
      if (position !== 4 || failures === 0) return false;
      failures -= 1;
      return true;
    };
    await create().start();
    expect(order).toEqual(upTo(6));
    expect(logged).toHaveLength(4);
    expect(logged[3]).toMatchObject({
      subscription: 'projection:cards',
      position: 3,
      failures: 4,
      err: { message: 'cannot apply 4' },
    });
  });

  it('blocks later commits, and keeps the checkpoint before it', async () => {
    append(2);
    failing = ({ position }) => position === 3;
    const projection = create();
    await projection.start();
    append(2);
    await expect.poll(() => logged.length).toBeGreaterThan(2);
    expect(order).toEqual([1, 2]);
    expect(await viewStore.checkpoint('cards')).toBe(2);
    expect(await projection.waitFor(3, 1)).toBe(false);
    failing = () => false;
    expect(await projection.waitFor(4)).toBe(true);
    expect(order).toEqual(upTo(4));
  });

  it('does not prevent the projection from stopping', async () => {
    append(1);
    failing = () => true;
    const projection = create({ pauses: { firstRetryMs: 60_000, longestRetryMs: 60_000, pollMs: 60_000 } });
    const started = projection.start();
    await expect.poll(() => logged.length).toBe(1);
    await projection.stop();
    await started;
    expect(order).toEqual([]);
  });

  it('may be a store that cannot be read', async () => {
    append(2);
    let broken = true;
    const unreadable = {
      head: () => store.head(),
      onAppend: (listener: () => void) => store.onAppend(listener),
      readAll: async (after: number, limit: number) => {
        if (!broken) return store.readAll(after, limit);
        broken = false;
        throw new Error('store is away');
      },
    };
    await create({ eventStore: unreadable }).start();
    expect(order).toEqual(upTo(2));
    expect(logged).toHaveLength(1);
  });
});

describe('several processes that share views', () => {
  const PAUSES = { firstRetryMs: 1, longestRetryMs: 4, pollMs: 5, lookMs: 1 };
  let leases: Leases;
  let appliedBy: string[];

  beforeEach(() => {
    leases = createMemoryLeases();
    appliedBy = [];
  });

  function process(name: string, more: Partial<ProjectionOptions> = {}): Projection {
    return create({
      leases,
      pauses: PAUSES,
      apply: async (commit) => {
        appliedBy.push(`${name}${commit.position}`);
        await view.put({ _id: `p${commit.position}`, position: commit.position });
      },
      ...more,
    });
  }

  it('let one of them apply, and all know its progress', async () => {
    append(3);
    const first = process('a');
    const second = process('b');
    await first.start();
    await second.start();
    expect(second.position()).toBe(3);
    const waiting = second.waitFor(5);
    append(2);
    expect(await waiting).toBe(true);
    expect(await second.waitFor(6, 5)).toBe(false);
    expect(await view.get('p5')).toEqual({ _id: 'p5', position: 5 });
    expect(appliedBy).toEqual(['a1', 'a2', 'a3', 'a4', 'a5']);
  });

  it('continue at the checkpoint when the applying process stops', async () => {
    append(2);
    const first = process('a');
    const second = process('b');
    await first.start();
    await second.start();
    await first.stop();
    append(2);
    expect(await second.waitFor(4)).toBe(true);
    expect(appliedBy).toEqual(['a1', 'a2', 'b3', 'b4']);
  });

  it('stop applying in the middle of a batch if the lease is lost', async () => {
    append(5);
    const applied: number[] = [];
    let taken: Lease | undefined;
    const slow = process('a', {
      apply: async ({ position }) => {
        if (position === 3) taken = await leases.seize('projection:cards');
        applied.push(position);
      },
    });
    const started = slow.start();
    await expect.poll(() => viewStore.checkpoint('cards')).toBe(3);
    expect(applied).toEqual([1, 2, 3]);
    await taken?.release();
    await started;
    expect(applied).toEqual([1, 2, 3, 4, 5]);
  });

  it('read the checkpoint again when they regain the lease', async () => {
    append(1);
    const projection = process('a');
    await projection.start();
    const other = await leases.seize('projection:cards');
    append(4);
    await viewStore.saveCheckpoint('cards', 4);
    await other.release();
    expect(await projection.waitFor(5)).toBe(true);
    expect(appliedBy).toEqual(['a1', 'a5']);
  });

  it('save the checkpoint with their fence, and write at the commit’s position', async () => {
    append(1);
    const fences: (number | undefined)[] = [];
    const positions: number[] = [];
    const watched: SqliteViewStore = {
      ...viewStore,
      together: (write) =>
        write(
          (position) => {
            positions.push(position);
            return viewStore;
          },
          (_name, _position, fence) => void fences.push(fence),
        ),
    };
    await (await leases.seize('projection:cards')).release();
    await process('a', { viewStore: watched }).start();
    await expect.poll(() => fences).toEqual([2]);
    expect(positions).toEqual([1]);
  });
});

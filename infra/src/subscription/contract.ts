import { describe, expect, it } from 'vitest';
import type { Commit, EventStore } from '../event-store/event-store.ts';
import type { Leases } from '../lease/lease.ts';
import { createMemoryLeases } from '../testing/memory-leases.ts';
import type { Checkpoint } from './checkpoint.ts';
import type { SubscriptionPauses } from './subscription.ts';

export interface Follower {
  start(): Promise<unknown>;
  waitFor(position: number, timeoutMs?: number): Promise<boolean>;
  stop(): Promise<void>;
}

/** External operations of one process: each call is a step at which it may die or lose its lease. */
export interface Process {
  readonly store: Pick<EventStore, 'readAll' | 'onAppend' | 'head'>;
  readonly checkpoint: Checkpoint;
  /** The effect of the follower. */
  readonly act: (commits: readonly Commit[]) => Promise<void>;
  readonly leases?: Leases;
  readonly pauses: SubscriptionPauses;
}

const COMMITS = 7;
const PAUSES: SubscriptionPauses = { firstRetryMs: 1, longestRetryMs: 2, pollMs: 60_000, lookMs: 1 };
const SHORT_POLL: SubscriptionPauses = { ...PAUSES, pollMs: 2 };
const HUNG = new Promise<never>(() => {});

class World {
  readonly commits: Commit[] = [];
  readonly acted: number[] = [];
  readonly leases = createMemoryLeases();
  readonly #listeners = new Set<() => void>();
  saved = 0;
  #fence = 0;
  /** Makes `act` fail for a position. */
  failing: (position: number) => boolean = () => false;

  constructor(count: number) {
    this.append(count);
  }

  append(count: number): number {
    for (let time = 0; time < count; time += 1) {
      const position = this.commits.length + 1;
      const meta = { actor: 'system', correlationId: 'c' };
      const at = '2026-01-01T00:00:00.000Z';
      this.commits.push({
        position,
        streamId: 's',
        version: position,
        commandId: `c${position}`,
        events: [],
        meta,
        at,
      });
    }
    for (const listener of this.#listeners) listener();
    return this.commits.length;
  }

  /** @param step called before and after each operation */
  process(step: () => Promise<void>, shares = false): Process {
    const asStep =
      <Args extends unknown[], Result>(work: (...args: Args) => Result) =>
      async (...args: Args): Promise<Result> => {
        await step();
        const result = work(...args);
        await step();
        return result;
      };
    return {
      store: {
        readAll: asStep((after, limit) => this.commits.slice(after, after + limit)),
        head: async () => this.commits.length,
        onAppend: (listener) => {
          this.#listeners.add(listener);
          return () => void this.#listeners.delete(listener);
        },
      },
      checkpoint: {
        load: asStep(() => this.saved),
        save: asStep((position, fence) => {
          if ((fence ?? 0) < this.#fence) return;
          this.#fence = fence ?? 0;
          this.saved = position;
        }),
      },
      act: asStep((commits) => {
        for (const { position } of commits) {
          if (this.failing(position)) throw new Error(`cannot act on ${position}`);
          this.acted.push(position);
        }
      }),
      pauses: shares ? SHORT_POLL : PAUSES,
      ...(shares && { leases: this.leases }),
    };
  }

  /** Positions in the order in which they were first handled. */
  order(): readonly number[] {
    return [...new Set(this.acted)];
  }

  listeners(): number {
    return this.#listeners.size;
  }
}

const upTo = (last: number) => Array.from({ length: last }, (_, index) => index + 1);
const nothing = () => Promise.resolve();

/** Behavior that every follower of an event store must provide. */
export function subscriptionContract(name: string, leaseName: string, open: (process: Process) => Follower): void {
  describe(`${name} as a follower`, () => {
    it('loses no commit and keeps the order if its process dies at any step', async () => {
      let died = true;
      for (let last = 0; died; last += 1) {
        const world = new World(COMMITS);
        died = false;
        let steps = 0;
        let tell = () => {};
        const dead = new Promise<void>((resolve) => {
          tell = resolve;
        });
        const step = () => {
          steps += 1;
          if (steps <= last) return nothing();
          died = true;
          tell();
          return HUNG;
        };
        const dying = open(world.process(step));
        void dying.start();
        await Promise.race([dead, dying.waitFor(COMMITS, 60_000).then(() => dying.stop())]);
        const acted = world.order().length;
        expect(world.saved, `noted after ${last} steps`).toBeLessThanOrEqual(acted);

        const next = open(world.process(nothing));
        await next.start();
        const end = world.append(1);
        expect(await next.waitFor(end)).toBe(true);
        await next.stop();
        expect(world.order(), `after ${last} steps`).toEqual(upTo(end));
        expect(world.saved).toBe(end);
      }
    });

    it('loses no commit and keeps the order if its lease is lost at any step', async () => {
      let lost = true;
      for (let last = 0; lost; last += 1) {
        const world = new World(COMMITS);
        lost = false;
        let steps = 0;
        const step = async () => {
          steps += 1;
          if (steps !== last + 1) return;
          lost = true;
          await (await world.leases.seize(leaseName)).release();
        };
        const first = open(world.process(step, true));
        const second = open(world.process(nothing, true));
        void first.start();
        await second.start();
        const end = world.append(1);
        expect(await second.waitFor(end)).toBe(true);
        expect(await first.waitFor(end)).toBe(true);
        await first.stop();
        await second.stop();
        expect(world.order(), `after ${last} steps`).toEqual(upTo(end));
        expect(world.saved).toBe(end);
      }
    });

    it('stops at a failing commit, retries it and skips no commit', async () => {
      const world = new World(COMMITS);
      world.failing = (position) => position === 4;
      const follower = open(world.process(nothing));
      void follower.start();
      expect(await follower.waitFor(4, 30)).toBe(false);
      expect(world.order().filter((position) => position >= 4)).toEqual([]);
      world.failing = () => false;
      expect(await follower.waitFor(COMMITS)).toBe(true);
      await follower.stop();
      expect(world.order()).toEqual(upTo(COMMITS));
    });

    it('wakes up after an append, and notifies waiting callers', async () => {
      const world = new World(0);
      const follower = open(world.process(nothing));
      await follower.start();
      const waiting = follower.waitFor(1);
      expect(await follower.waitFor(1, 1)).toBe(false);
      world.append(1);
      expect(await waiting).toBe(true);
      const tooFar = follower.waitFor(2, 60_000);
      await follower.stop();
      expect(await tooFar).toBe(false);
      expect(world.listeners()).toBe(0);
    });

    it('follows the progress of another process', async () => {
      const world = new World(COMMITS);
      const [first, second] = [open(world.process(nothing, true)), open(world.process(nothing, true))];
      await first.start();
      await second.start();
      expect(await second.waitFor(COMMITS)).toBe(true);
      await first.stop();
      expect(await second.waitFor(world.append(1))).toBe(true);
      await second.stop();
      expect(world.acted).toEqual(upTo(COMMITS + 1));
      expect(await world.leases.taken()).toEqual([]);
    });
  });
}

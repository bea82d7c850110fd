import { setImmediate as immediate } from 'node:timers/promises';
import pLimit from 'p-limit';
import type { Commit, EventStore } from '../event-store/event-store.ts';
import { SLICE_COMMITS } from '../event-store/stream-slices.ts';
import type { Leases } from '../lease/lease.ts';
import { Turn } from '../lease/turn.ts';
import { UnreadableData } from '../process/settings/server-errors.ts';
import { retry } from '../process/waiting/retry.ts';
import type { Checkpoint } from './checkpoint.ts';
import type { Progress, Watch } from './in-order.ts';
import { Waiters } from './waiters.ts';

export interface SubscriptionOptions {
  /** Name in log lines and of the lease. */
  readonly name: string;
  readonly store: Pick<EventStore, 'readAll' | 'onAppend'>;
  readonly checkpoint: Checkpoint;
  /** Handles consecutive commits. May get commits again (after a failure or a crash), so it must be idempotent. */
  readonly handle: (commits: readonly Commit[], watch: Watch) => Promise<Progress>;
  /** Called whenever all commits are handled; resolves with the longest sleep, undefined for the default. */
  readonly whenCaughtUp?: (watch: Watch) => Promise<number | undefined>;
  /** Called before each round, also without the turn, and once more at the end. */
  readonly beforeRound?: () => Promise<void>;
  /** Called before each read; returns the position to read from. */
  readonly rewind?: (position: number, fence: number | undefined) => Promise<number>;
  readonly log: { error(details: object, message: string): void };
  /** Commits per read. */
  readonly batch?: number;
  readonly pauses?: SubscriptionPauses;
  /** If several processes share the checkpoint: one of them handles commits, the others follow the checkpoint. */
  readonly leases?: Leases | undefined;
}

export interface SubscriptionPauses {
  /** Pause after a first failure; doubles with each further one. */
  readonly firstRetryMs: number;
  readonly longestRetryMs: number;
  /** Longest sleep without a notification from the store. */
  readonly pollMs: number;
  /** How often to check the progress of another process while callers wait for it. */
  readonly lookMs?: number;
  /** Whether to keep sleeping despite notifications from the store. */
  readonly ignoresNews?: boolean;
}

interface Pause {
  readonly ms: number;
  readonly untilNews: boolean;
}

/** Multiples of the slices of a store, so that subscriptions can share these. */
const BATCH = 8 * SLICE_COMMITS;
const LOOK_MS = 50;
/** How often a process asks for a turn that another process has. */
const ASK_MS = 1_000;
const DEFAULT_WAIT_MS = 5_000;
const DEFAULT_PAUSES: SubscriptionPauses = { firstRetryMs: 100, longestRetryMs: 10_000, pollMs: 10_000 };

/**
 * Follows an event store from a checkpoint: every commit, in order, at least once. Retries failures without limit; only
 * an event of a later version ends a process that has the store for itself (one of several waits for a later process).
 * Saves the checkpoint only after the commits before it are handled, so a crash in between repeats some of them. With
 * leases, only the holder of the subscription's lease handles commits; the other processes follow its checkpoint.
 */
export class Subscription {
  readonly #options: SubscriptionOptions;
  readonly #pauses: SubscriptionPauses;
  readonly #askMs: number;
  readonly #turn: Turn;
  readonly #waiters = new Waiters();
  /** Serializes start and stop, so that at most one loop follows the store. */
  readonly #inTurn = pLimit(1);
  #position = 0;
  #saved = 0;
  #worthSaving = false;
  #running: { readonly end: AbortController; readonly done: Promise<void> } | undefined;
  #stopped = false;
  #news = false;
  #wake: () => void = () => undefined;

  constructor(options: SubscriptionOptions) {
    this.#options = options;
    this.#pauses = options.pauses ?? DEFAULT_PAUSES;
    this.#askMs = Math.min(this.#pauses.pollMs, ASK_MS);
    this.#turn = new Turn(options.leases, options.name, this.#askMs);
  }

  /** Position of the last commit handled, as far as this process knows. */
  position(): number {
    return this.#position;
  }

  /** Continues at the checkpoint; resolves once it runs, not once it has caught up. */
  start(): Promise<void> {
    return this.#inTurn(async () => {
      if (this.#running !== undefined) throw new Error(`${this.#options.name} runs already`);
      this.#stopped = false;
      await this.#look();
      const end = new AbortController();
      this.#running = { end, done: this.#follow(end.signal) };
    });
  }

  /** Resolves true once `position` is handled, false on timeout or if the subscription stops. */
  async waitFor(position: number, timeoutMs = DEFAULT_WAIT_MS): Promise<boolean> {
    if (this.#position >= position) return true;
    if (this.#stopped) return false;
    const reached = this.#waiters.wait(position, timeoutMs);
    if (!this.#turn.isOurs()) this.#hear();
    return reached;
  }

  /** Resolves once the running work is done and checkpointed. */
  stop(): Promise<void> {
    return this.#inTurn(async () => {
      this.#running?.end.abort();
      this.#wake();
      // A permanent failure ends the process.
      await this.#running?.done.catch(() => {});
      this.#running = undefined;
      await this.#turn.end();
      this.#stopped = true;
      this.#waiters.giveUp();
    });
  }

  async #follow(signal: AbortSignal): Promise<void> {
    const { name, store, log, beforeRound, leases } = this.#options;
    const isFinal = (error: unknown) => leases === undefined && error instanceof UnreadableData;
    const { firstRetryMs, longestRetryMs } = this.#pauses;
    const stopListening = store.onAppend(() => this.#hear());
    const onFailure = (err: unknown, failures: number) =>
      log.error({ err, subscription: name, position: this.#position, failures }, 'subscription failed, will retry');
    while (!signal.aborted) {
      try {
        const pause = await retry(() => this.#round(signal), {
          firstRetryMs,
          longestRetryMs,
          signal,
          onFailure,
          isFinal,
        });
        if (pause !== undefined) await this.#sleep(pause, signal);
      } catch (error) {
        if (!signal.aborted) throw error;
      }
    }
    stopListening();
    try {
      await beforeRound?.();
      if (this.#turn.isOurs() && this.#position > this.#saved) await this.#save(this.#turn.fence);
    } catch (err) {
      // Commits after the last checkpoint will be handled again.
      log.error({ err, subscription: name, position: this.#position }, 'subscription has stopped without its note');
    }
  }

  /** Resolves with the pause until the next round; undefined if there may be more work at once. */
  async #round(signal: AbortSignal): Promise<Pause | undefined> {
    const { store, handle, whenCaughtUp, beforeRound, rewind, batch = BATCH } = this.#options;
    this.#news = false;
    await beforeRound?.();
    if (!(await this.#turn.take(() => this.#look()))) {
      await this.#look();
      return this.#waiters.size > 0
        ? { ms: this.#pauses.lookMs ?? LOOK_MS, untilNews: false }
        : { ms: this.#askMs, untilNews: true };
    }
    const { fence } = this.#turn;
    if (rewind !== undefined) this.#position = await rewind(this.#position, fence);
    const watch: Watch = {
      fence,
      isOurs: () => this.#turn.isOurs(),
      isOver: () => signal.aborted || !this.#turn.isOurs(),
    };
    const commits = await store.readAll(this.#position, batch);
    if (commits.length > 0) await this.#take(await handle(commits, watch), fence);
    else if (this.#worthSaving) await this.#save(fence);
    if (commits.length === batch) {
      // An embedded store answers synchronously; yield to other work.
      await immediate();
      return undefined;
    }
    if (this.#position < (commits.at(-1)?.position ?? 0)) return undefined;
    const ms = await whenCaughtUp?.(watch);
    return { ms: ms ?? this.#pauses.pollMs, untilNews: this.#pauses.ignoresNews !== true };
  }

  async #take({ reached, failure, acted = true, isSaved = false }: Progress, fence: number | undefined): Promise<void> {
    if (reached > this.#position) {
      this.#reach(reached);
      if (isSaved) this.#saved = reached;
      else this.#worthSaving ||= acted || reached - this.#saved >= (this.#options.batch ?? BATCH);
      if (this.#worthSaving) await this.#save(fence);
    }
    if (failure !== undefined) throw failure.cause;
  }

  async #save(fence: number | undefined): Promise<void> {
    const position = this.#position;
    await this.#options.checkpoint.save(position, fence);
    this.#saved = position;
    this.#worthSaving = false;
  }

  /** Reads the progress of this or another process. */
  async #look(): Promise<void> {
    const position = await this.#options.checkpoint.load();
    this.#saved = position;
    this.#worthSaving = false;
    this.#reach(position);
  }

  #reach(position: number): void {
    this.#position = position;
    this.#waiters.reach(position);
  }

  #hear(): void {
    this.#news = true;
    this.#wake();
  }

  #sleep({ ms, untilNews }: Pause, signal: AbortSignal): Promise<void> {
    if (signal.aborted || (untilNews && this.#news)) return Promise.resolve();
    return new Promise((resolve) => {
      const done = () => {
        clearTimeout(timer);
        resolve();
      };
      const timer = setTimeout(done, ms);
      this.#wake = () => {
        if (untilNews || signal.aborted) done();
      };
    });
  }
}

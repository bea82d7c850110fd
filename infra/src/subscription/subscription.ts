import { setImmediate as immediate } from 'node:timers/promises';
import pLimit from 'p-limit';
import type { Commit, EventStore } from '../event-store/event-store.ts';
import type { Leases } from '../lease/lease.ts';
import { Turn } from '../lease/turn.ts';
import { retry } from '../process/retry.ts';
import type { Checkpoint } from './checkpoint.ts';
import type { Progress, Watch } from './in-order.ts';
import { Waiters } from './waiters.ts';

export interface SubscriptionOptions {
  /** Names it in the log; also the lease's name. */
  readonly name: string;
  readonly store: Pick<EventStore, 'readAll' | 'onAppend'>;
  readonly checkpoint: Checkpoint;
  /**
   * Handles these commits, which follow each other without a gap. May be given again what it has seen (after a failure
   * or a crash), and must then do no harm.
   */
  readonly handle: (commits: readonly Commit[], watch: Watch) => Promise<Progress>;
  /** Called whenever all the store held is handled; resolves with how long to sleep at most, if not as long as usual. */
  readonly whenCaughtUp?: (watch: Watch) => Promise<number | undefined>;
  /** Called before each round, whoever has the turn, and once more at the end. */
  readonly beforeRound?: () => Promise<void>;
  /** Where to read on from, if not from where it is; asked before each read. */
  readonly rewind?: (position: number, fence: number | undefined) => Promise<number>;
  readonly log: { error(details: object, message: string): void };
  /** Commits read at once. */
  readonly batch?: number;
  readonly pauses?: SubscriptionPauses;
  /** Where several processes share the checkpoint: one of them handles, the others follow the checkpoint. */
  readonly leases?: Leases | undefined;
}

export interface SubscriptionPauses {
  /** Pause after a first failure; doubled with each further one. */
  readonly firstRetryMs: number;
  readonly longestRetryMs: number;
  /** How long to sleep at most when nothing is heard from the store. */
  readonly pollMs: number;
  /** How often to look how far another process has come while somebody waits for it. */
  readonly lookMs?: number;
  /** Whether to sleep on when the store has something new. */
  readonly ignoresNews?: boolean;
}

interface Pause {
  readonly ms: number;
  readonly untilNews: boolean;
}

const BATCH = 500;
const LOOK_MS = 50;
/** How often a process asks for a turn that another has. */
const ASK_MS = 1_000;
const DEFAULT_WAIT_MS = 5_000;
const DEFAULT_PAUSES: SubscriptionPauses = { firstRetryMs: 100, longestRetryMs: 10_000, pollMs: 10_000 };

/**
 * Follows an event store from a checkpoint: every commit, in order, none skipped, at least once. What fails is tried
 * again for as long as it fails. The checkpoint is saved only after what lies before it is handled, so a crash in
 * between has the same commits handled again. With leases, the process that holds this subscription's handles; the
 * others follow its checkpoint.
 */
export class Subscription {
  readonly #options: SubscriptionOptions;
  readonly #pauses: SubscriptionPauses;
  readonly #askMs: number;
  readonly #turn: Turn;
  readonly #waiters = new Waiters();
  /** Starting, stopping and restarting wait for each other, so that never more than one follows the store. */
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

  /** Goes on from the checkpoint; resolves once it runs, not once it has caught up. */
  start(): Promise<void> {
    return this.#inTurn(async () => {
      if (this.#running !== undefined) throw new Error(`${this.#options.name} runs already`);
      await this.#launch();
    });
  }

  /** Resolves true once `position` is handled, false when the time is over or it stops. */
  async waitFor(position: number, timeoutMs = DEFAULT_WAIT_MS): Promise<boolean> {
    if (this.#position >= position) return true;
    if (this.#stopped) return false;
    const reached = this.#waiters.wait(position, timeoutMs);
    if (!this.#turn.isOurs()) this.#hear();
    return reached;
  }

  /** Takes the turn from whoever has it, lets `reset` set the checkpoint back, and goes on from there. */
  restart(reset: (fence: number | undefined) => Promise<void>): Promise<void> {
    return this.#inTurn(async () => {
      await this.#halt();
      await this.#turn.seize();
      this.#position = 0;
      await reset(this.#turn.fence);
      await this.#launch();
    });
  }

  /** Resolves when what is being handled is done and noted. */
  stop(): Promise<void> {
    return this.#inTurn(async () => {
      await this.#halt();
      await this.#turn.end();
      this.#stopped = true;
      this.#waiters.giveUp();
    });
  }

  async #launch(): Promise<void> {
    this.#stopped = false;
    await this.#look();
    const end = new AbortController();
    this.#running = { end, done: this.#follow(end.signal) };
  }

  async #halt(): Promise<void> {
    this.#running?.end.abort();
    this.#wake();
    await this.#running?.done;
    this.#running = undefined;
  }

  async #follow(signal: AbortSignal): Promise<void> {
    const { name, store, log, beforeRound } = this.#options;
    const { firstRetryMs, longestRetryMs } = this.#pauses;
    const stopListening = store.onAppend(() => this.#hear());
    const onFailure = (err: unknown, failures: number) =>
      log.error({ err, subscription: name, position: this.#position, failures }, 'subscription failed, will retry');
    while (!signal.aborted) {
      try {
        const pause = await retry(() => this.#round(signal), { firstRetryMs, longestRetryMs, signal, onFailure });
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
      // What was not noted is done again.
      log.error({ err, subscription: name, position: this.#position }, 'subscription has stopped without its note');
    }
  }

  /** Resolves with the pause until the next round; undefined where there may be more to do at once. */
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
      isOurs: () => this.#turn.isOurs(),
      isOver: () => signal.aborted || !this.#turn.isOurs(),
    };
    const commits = await store.readAll(this.#position, batch);
    if (commits.length > 0) await this.#take(await handle(commits, watch), fence);
    else if (this.#worthSaving) await this.#save(fence);
    if (commits.length === batch) {
      // An embedded store answers at once, and others want their turn.
      await immediate();
      return undefined;
    }
    if (this.#position < (commits.at(-1)?.position ?? 0)) return undefined;
    const ms = await whenCaughtUp?.(watch);
    return { ms: ms ?? this.#pauses.pollMs, untilNews: this.#pauses.ignoresNews !== true };
  }

  async #take({ reached, failure, acted = true }: Progress, fence: number | undefined): Promise<void> {
    if (reached > this.#position) {
      this.#reach(reached);
      this.#worthSaving ||= acted || reached - this.#saved >= (this.#options.batch ?? BATCH);
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

  /** Takes over how far this or another process has come. */
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

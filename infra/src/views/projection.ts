import type { Commit, EventStore } from '../event-store/event-store.ts';
import type { Leases } from '../lease/lease.ts';
import { Turn } from '../lease/turn.ts';
import { applyingAt } from './applying.ts';
import type { ViewStore } from './view-store.ts';

export interface ProjectionOptions {
  /** Name of its checkpoint in the view store. */
  readonly name: string;
  /** Names of the views it feeds, which a rebuild empties. */
  readonly views: readonly string[];
  readonly store: Pick<EventStore, 'readAll' | 'head' | 'onAppend'>;
  readonly viewStore: ViewStore;
  /**
   * Brings the views up to date with one commit. May be called again for a
   * commit it has seen (after a failure or a crash), and must then change nothing.
   */
  apply(commit: Commit): Promise<void>;
  /** Reads what the views hold of these commits, which `apply` then finds at hand. */
  readAhead?(commits: readonly Commit[]): Promise<unknown>;
  readonly log: { error(details: object, message: string): void };
  readonly pauses?: ProjectionPauses;
  /** Where several processes share the views: one of them applies, the others look on. */
  readonly leases?: Leases;
}

export interface ProjectionPauses {
  /** Pause after a first failure; doubled with each further one. */
  readonly firstRetryMs: number;
  readonly longestRetryMs: number;
  /** How long to sleep at most when nothing is heard from the store. */
  readonly pollMs: number;
  /** How often to look how far another process has come while somebody waits for it. */
  readonly lookMs?: number;
}

export interface Projection {
  /** Follows the store; resolves once it has applied all the store held at the call. */
  start(): Promise<void>;
  /**
   * Resolves true once `position` is applied (read your own writes), or false
   * when the time is over or the projection stopped: the commit is safe, only the view is late.
   */
  waitFor(position: number, timeoutMs?: number): Promise<boolean>;
  /** Position of the last commit applied, as far as this process knows. */
  position(): number;
  /** Empties the views and applies everything from the beginning; resolves when it has caught up. */
  rebuild(): Promise<void>;
  /** Resolves when the commit being applied is done. */
  stop(): Promise<void>;
}

interface Waiter {
  readonly position: number;
  settle(reached: boolean): void;
}

interface Applied {
  /** Position of the last commit applied. */
  readonly reached: number;
  readonly failure?: { readonly cause: unknown };
}

const BATCH = 500;
const LOOK_MS = 50;
/** How often a process asks for a turn that another has. */
const ASK_MS = 1_000;
const DEFAULT_WAIT_MS = 5_000;
const DEFAULT_PAUSES: ProjectionPauses = { firstRetryMs: 100, longestRetryMs: 10_000, pollMs: 10_000 };

/**
 * Keeps views in step with the event store: every commit, strictly in order, none skipped. With leases, the process
 * that holds this projection's applies, from the stored checkpoint on; the others follow that checkpoint.
 */
export function createProjection(options: ProjectionOptions): Projection {
  return new StoreProjection(options);
}

class StoreProjection implements Projection {
  readonly #options: ProjectionOptions;
  readonly #pauses: ProjectionPauses;
  readonly #waiters = new Set<Waiter>();
  readonly #turn: Turn;
  #position = 0;
  #running: Promise<void> | undefined;
  #lastStep: Promise<unknown> = Promise.resolve();
  #halting = false;
  #stopped = false;
  #news = false;
  #wake: () => void = () => undefined;

  constructor(options: ProjectionOptions) {
    this.#options = options;
    this.#pauses = options.pauses ?? DEFAULT_PAUSES;
    this.#turn = new Turn(options.leases, `projection:${options.name}`, this.#askMs());
  }

  position(): number {
    return this.#position;
  }

  async start(): Promise<void> {
    const head = await this.#inTurn(() => {
      if (this.#running !== undefined) throw new Error(`projection ${this.#options.name} runs already`);
      return this.#launch();
    });
    await this.waitFor(head, Number.POSITIVE_INFINITY);
  }

  waitFor(position: number, timeoutMs = DEFAULT_WAIT_MS): Promise<boolean> {
    if (this.#position >= position) return Promise.resolve(true);
    if (this.#stopped) return Promise.resolve(false);
    return new Promise((resolve) => {
      const waiter: Waiter = {
        position,
        settle: (reached) => {
          clearTimeout(timer);
          this.#waiters.delete(waiter);
          resolve(reached);
        },
      };
      const timer = Number.isFinite(timeoutMs) ? setTimeout(() => waiter.settle(false), timeoutMs) : undefined;
      this.#waiters.add(waiter);
      if (!this.#turn.isOurs()) this.#hear();
    });
  }

  async rebuild(): Promise<void> {
    const head = await this.#inTurn(async () => {
      await this.#halt();
      await this.#turn.seize();
      const { name, views, viewStore } = this.#options;
      const { fence } = this.#turn;
      this.#position = 0;
      // The checkpoint first: a process that dies in between must not leave empty views that count as done.
      await viewStore.reset(name, fence);
      for (const view of views) await viewStore.reset(view, fence);
      return this.#launch();
    });
    await this.waitFor(head, Number.POSITIVE_INFINITY);
  }

  async stop(): Promise<void> {
    await this.#inTurn(async () => {
      await this.#halt();
      await this.#turn.end();
      this.#stopped = true;
      for (const waiter of [...this.#waiters]) waiter.settle(false);
    });
  }

  /** Starting, stopping and rebuilding wait for each other, so that there is never more than one to follow the store. */
  #inTurn<T>(step: () => Promise<T>): Promise<T> {
    const done = this.#lastStep.then(step);
    this.#lastStep = done.catch(() => undefined);
    return done;
  }

  /** Begins to follow the store; resolves with its head. */
  async #launch(): Promise<number> {
    const { name, store, viewStore } = this.#options;
    this.#stopped = false;
    this.#position = await viewStore.checkpoint(name);
    const head = await store.head();
    this.#running = this.#follow();
    return head;
  }

  async #halt(): Promise<void> {
    this.#halting = true;
    this.#wake();
    await this.#running;
    this.#running = undefined;
    this.#halting = false;
  }

  async #follow(): Promise<void> {
    const { name, store, log } = this.#options;
    const stopListening = store.onAppend(() => this.#hear());
    let failures = 0;
    while (!this.#halting) {
      this.#news = false;
      try {
        if (!(await this.#turn.take(() => this.#look()))) {
          await this.#look();
          failures = 0;
          const pause = this.#waiters.size > 0 ? (this.#pauses.lookMs ?? LOOK_MS) : this.#askMs();
          if (!this.#news || this.#waiters.size > 0) await this.#sleep(pause, { untilNews: this.#waiters.size === 0 });
          continue;
        }
        const commits = await store.readAll(this.#position, BATCH);
        await this.#applyAll(commits);
        failures = 0;
        if (commits.length === 0 && !this.#news) await this.#sleep(this.#pauses.pollMs, { untilNews: true });
      } catch (error) {
        failures += 1;
        log.error(
          { err: error, projection: name, position: this.#position, failures },
          'projection failed, will retry',
        );
        const pause = Math.min(this.#pauses.firstRetryMs * 2 ** (failures - 1), this.#pauses.longestRetryMs);
        await this.#sleep(pause, { untilNews: false });
      }
    }
    stopListening();
  }

  /** Also remembers how far it came when a commit in the middle fails. */
  async #applyAll(commits: readonly Commit[]): Promise<void> {
    const { name, viewStore } = this.#options;
    // The one under which it was applied, whoever has the turn by the end.
    const { fence } = this.#turn;
    const { reached, failure } = await viewStore.together(() => this.#applyEach(commits));
    if (reached > this.#position) {
      this.#position = reached;
      this.#settleWaiters();
      await viewStore.saveCheckpoint(name, reached, fence);
    }
    if (failure !== undefined) throw failure.cause;
  }

  /** Tells how far it came, which holds once the views have written it. */
  async #applyEach(commits: readonly Commit[]): Promise<Applied> {
    let reached = this.#position;
    try {
      if (commits.length > 1) await this.#options.readAhead?.(commits);
      for (const commit of commits) {
        if (this.#halting || !this.#turn.isOurs()) break;
        await applyingAt(commit.position, () => this.#options.apply(commit));
        reached = commit.position;
      }
      return { reached };
    } catch (cause) {
      return { reached, failure: { cause } };
    }
  }

  /** Takes over how far the views are, whoever has brought them there. */
  async #look(): Promise<void> {
    this.#position = await this.#options.viewStore.checkpoint(this.#options.name);
    this.#settleWaiters();
  }

  #hear(): void {
    this.#news = true;
    this.#wake();
  }

  #askMs(): number {
    return Math.min(this.#pauses.pollMs, ASK_MS);
  }

  #settleWaiters(): void {
    for (const waiter of this.#waiters) if (waiter.position <= this.#position) waiter.settle(true);
  }

  /** Ends early when the projection is halted, and with `untilNews` also when the store has something new. */
  #sleep(ms: number, { untilNews }: { readonly untilNews: boolean }): Promise<void> {
    if (this.#halting) return Promise.resolve();
    return new Promise((resolve) => {
      const timer = setTimeout(done, ms);
      function done() {
        clearTimeout(timer);
        resolve();
      }
      this.#wake = () => {
        if (untilNews || this.#halting) done();
      };
    });
  }
}

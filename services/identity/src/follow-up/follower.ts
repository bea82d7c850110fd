import { setImmediate as immediate } from 'node:timers/promises';
import type { Commit, EventStore } from '@volant/infra/event-store/event-store';
import type { Logger } from '@volant/infra/process/log';

const BATCH = 500;
const FIRST_RETRY_MS = 1_000;
const LONGEST_RETRY_MS = 60_000;

export interface FollowerParts {
  /** Name of its checkpoint in the event store. */
  readonly name: string;
  readonly store: Pick<EventStore, 'readAll' | 'onAppend' | 'checkpoints'>;
  readonly log: Logger;
  /** How long to sleep at most when nothing is heard from the store. */
  readonly everyMs: number;
  /** Does what a commit calls for; true if it called for anything. May be called again for a commit it has seen. */
  readonly follow: (commit: Commit) => Promise<boolean>;
}

export interface Follower {
  start(): Promise<void>;
  /** Resolves when the commit being followed is done. */
  stop(): Promise<void>;
}

/**
 * Does in the background what events call for outside the store: every commit, in order, at least once, and again
 * and again while it fails.
 */
export function createFollower({ name, store, log, everyMs, follow }: FollowerParts): Follower {
  let running: Promise<void> | undefined;
  let stopping = false;
  let news = false;
  let wake = () => {};

  function sleep(ms: number, untilNews: boolean): Promise<void> {
    if (stopping || (untilNews && news)) return Promise.resolve();
    return new Promise((resolve) => {
      const timer = setTimeout(done, ms);
      function done() {
        clearTimeout(timer);
        resolve();
      }
      wake = () => {
        if (stopping || untilNews) done();
      };
    });
  }

  async function run(from: number): Promise<void> {
    const stopListening = store.onAppend(() => {
      news = true;
      wake();
    });
    let done = from;
    let saved = from;
    let failures = 0;

    /** Commits that call for nothing are passed without a write each. */
    async function save(): Promise<void> {
      if (done > saved) await store.checkpoints.save(name, done);
      saved = done;
    }

    while (!stopping) {
      news = false;
      try {
        const commits = await store.readAll(done, BATCH);
        for (const commit of commits) {
          if (stopping) break;
          const acted = await follow(commit);
          done = commit.position;
          failures = 0;
          if (acted) await save();
        }
        if (commits.length === BATCH) {
          await save();
          // An embedded store answers at once, and others want their turn.
          await immediate();
        } else await sleep(everyMs, true);
      } catch (error) {
        failures += 1;
        log.error({ err: error, follower: name, position: done, failures }, 'follower failed, will retry');
        await sleep(Math.min(LONGEST_RETRY_MS, FIRST_RETRY_MS * 2 ** (failures - 1)), false);
      }
    }
    stopListening();
    await save();
  }

  return {
    async start() {
      if (running !== undefined) throw new Error(`Follower ${name} is running already.`);
      running = run(await store.checkpoints.load(name));
    },
    async stop() {
      stopping = true;
      wake();
      await running;
    },
  };
}

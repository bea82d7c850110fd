import type { Commit, EventStore } from '../event-store/event-store.ts';
import type { Leases } from '../lease/lease.ts';
import type { Logger } from '../process/log.ts';
import { checkpointIn } from '../subscription/checkpoint.ts';
import type { Watch } from '../subscription/in-order.ts';
import { Subscription, type SubscriptionPauses } from '../subscription/subscription.ts';
import type { MessageLog, OutgoingRecord } from './message-log.ts';

export interface RelayParts {
  /** Name of its checkpoint in the event store. */
  readonly name: string;
  readonly store: Pick<EventStore, 'readAll' | 'onAppend' | 'checkpoints'>;
  readonly log: Pick<MessageLog, 'publish'>;
  readonly topic: string;
  /** What commits that follow each other tell the others; often nothing. */
  readonly toRecords: (commits: readonly Commit[]) => Promise<readonly OutgoingRecord[]>;
  readonly logger: Logger;
  readonly pauses?: SubscriptionPauses;
  /** How long after a takeover nothing can be on its way any more from a process that had the turn before and is gone. */
  readonly againAfterMs?: number;
  /** Where several processes share the store: one of them publishes at a time. */
  readonly leases?: Leases;
}

export interface Relay {
  /** Goes on from the checkpoint; resolves once it runs, not once it has caught up. */
  start(): Promise<void>;
  /** Resolves true once the commit at `position` is published, false when the time is over or the relay stops. */
  waitFor(position: number, timeoutMs?: number): Promise<boolean>;
  /** Resolves when the batch on its way is published and noted. */
  stop(): Promise<void>;
}

interface Takeover {
  readonly fence: number | undefined;
  /** Position at which the turn began. */
  readonly from: number;
  /** When what was published from there on is published again, by the monotonic clock; once. */
  readonly replayAt: number;
}

const BATCH = 200;
const AGAIN_AFTER_MS = 60_000;
/** How long before it went away a server of the log may have acknowledged what it had not brought to its disk. */
const MAY_BE_LOST_MS = 10_000;

/**
 * Publishes what an event store holds: every commit, in order, at least once. The store is the outbox.
 *
 * A batch may reach the log after its process has lost the lease, behind what the next has published since: a page that
 * is erased would be there again, and stay. So whoever has published without the lease requests a replay, and whoever
 * has it goes back to that batch; and since the other may be gone, also a while after having taken over.
 *
 * A log of servers that stops taking anything may have lost with one of them what that had acknowledged last: the relay
 * goes back to what it published in the seconds before.
 */
export function createRelay(parts: RelayParts): Relay {
  const { name, store, log, topic, toRecords, logger, pauses, leases, againAfterMs = AGAIN_AFTER_MS } = parts;
  const { checkpoints } = store;
  let takeover: Takeover | undefined;
  /** Position behind which this process may have published without the lease, or the log may have lost something. */
  let doubtful: number | undefined;
  /** Batches of the last seconds: position behind which each began, and when the log had it, by the monotonic clock. */
  let recent: { readonly from: number; readonly at: number }[] = [];

  async function publish(commits: readonly Commit[], { isOurs }: Watch): Promise<number> {
    const from = (commits[0]?.position ?? 1) - 1;
    const records = await toRecords(commits);
    if (!isOurs()) return from;
    try {
      await log.publish(topic, records);
      const at = performance.now();
      recent = [...recent.filter((one) => one.at > at - MAY_BE_LOST_MS), { from, at }];
    } catch (error) {
      const [oldest] = recent;
      if (leases !== undefined && oldest !== undefined) doubtful = Math.min(doubtful ?? oldest.from, oldest.from);
      recent = [];
      throw error;
    } finally {
      // Also where it failed: the log may have it all the same.
      if (!isOurs()) doubtful = Math.min(doubtful ?? from, from);
    }
    return doubtful === undefined ? (commits.at(-1)?.position ?? from) : from;
  }

  /** Tells whoever has the lease. Tried again until it is told. */
  async function requestReplay(): Promise<void> {
    if (doubtful === undefined) return;
    await checkpoints.save(replayOf(name), doubtful + 1);
    doubtful = undefined;
  }

  /** Where to go back to because of what somebody has published, or may have, without the lease. */
  async function applyReplay(position: number, fence: number | undefined): Promise<number> {
    if (leases === undefined) return position;
    let from = position;
    const requested = await checkpoints.load(replayOf(name));
    if (requested > 0) {
      from = Math.min(from, requested - 1);
      // Before the request is gone: whoever takes over from here must go back, too.
      await checkpoints.save(name, from);
      await checkpoints.save(replayOf(name), 0);
    }
    if (takeover?.fence !== fence) takeover = { fence, from, replayAt: performance.now() + againAfterMs };
    if (takeover === undefined || performance.now() < takeover.replayAt) return from;
    from = Math.min(from, takeover.from);
    takeover = { ...takeover, replayAt: Number.POSITIVE_INFINITY };
    return from;
  }

  return new Subscription({
    name: `relay:${name}`,
    store,
    checkpoint: checkpointIn(store, name),
    handle: async (commits, watch) => ({ reached: await publish(commits, watch) }),
    beforeRound: requestReplay,
    rewind: applyReplay,
    log: logger,
    batch: BATCH,
    leases,
    ...(pauses && { pauses }),
  });
}

/** Name of the checkpoint in which a relay is told where to go back to. */
export function replayOf(relay: string): string {
  return `${relay}/again`;
}

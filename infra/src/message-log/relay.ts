import type { Commit, EventStore } from '../event-store/event-store.ts';
import { SLICE_COMMITS } from '../event-store/stream-slices.ts';
import type { Leases } from '../lease/lease.ts';
import type { Logger } from '../process/observability/log.ts';
import { checkpointIn } from '../subscription/checkpoint.ts';
import type { Watch } from '../subscription/in-order.ts';
import { Subscription, type SubscriptionPauses } from '../subscription/subscription.ts';
import type { MessageLog, OutgoingRecord } from './message-log.ts';

export interface RelayParts {
  /** Name of its checkpoint in the event store. */
  readonly name: string;
  readonly eventStore: Pick<EventStore, 'readAll' | 'onAppend' | 'checkpoints'>;
  readonly messageLog: Pick<MessageLog, 'publish'>;
  readonly topic: string;
  /** Records to publish for consecutive commits; often none. */
  readonly toRecords: (commits: readonly Commit[]) => Promise<readonly OutgoingRecord[]>;
  readonly log: Logger;
  readonly pauses?: SubscriptionPauses;
  /** Time after a takeover until no batch of a former, dead process can still be under way. */
  readonly againAfterMs?: number;
  /** If several processes share the store: only one of them publishes at a time. */
  readonly leases?: Leases | undefined;
}

export type Relay = Pick<Subscription, 'start' | 'waitFor' | 'stop'>;

interface Takeover {
  readonly fence: number | undefined;
  /** Position at which the turn began. */
  readonly from: number;
  /** When to publish the records from there on again, once; by the monotonic clock. */
  readonly replayAt: number;
}

const BATCH = 4 * SLICE_COMMITS;
const AGAIN_AFTER_MS = 60_000;
/**
 * A log server may lose records that it acknowledged less than this time before it went down, because they were not on
 * its disk.
 */
const MAY_BE_LOST_MS = 10_000;

/**
 * Publishes all commits of an event store, in order, at least once. The event store is the outbox.
 *
 * A batch may reach the log after its process has lost the lease, behind the records of the next lease holder: a page
 * erased in between would reappear and stay. So a process that has published without the lease requests a replay, and
 * the lease holder goes back to that batch. Because the other process may have died, the holder also goes back once,
 * some time after it has taken over.
 *
 * A log server that stops accepting records may have lost the last ones it acknowledged: the relay goes back to the
 * batches of the last seconds.
 */
export function createRelay(parts: RelayParts): Relay {
  const { name, eventStore: store, messageLog, topic, toRecords, log, pauses, leases } = parts;
  const { againAfterMs = AGAIN_AFTER_MS } = parts;
  const { checkpoints } = store;
  let takeover: Takeover | undefined;
  /** Position after which this process may have published without the lease, or the log may have lost records. */
  let doubtful: number | undefined;
  /** Batches of the last seconds: position before each batch, and its acknowledgement time by the monotonic clock. */
  let recent: { readonly from: number; readonly at: number }[] = [];

  async function publish(commits: readonly Commit[], { isOurs }: Watch): Promise<number> {
    const from = (commits[0]?.position ?? 1) - 1;
    const records = await toRecords(commits);
    if (!isOurs()) return from;
    try {
      await messageLog.publish(topic, records);
      const at = performance.now();
      recent = [...recent.filter((one) => one.at > at - MAY_BE_LOST_MS), { from, at }];
    } catch (error) {
      const [oldest] = recent;
      if (leases !== undefined && oldest !== undefined) doubtful = Math.min(doubtful ?? oldest.from, oldest.from);
      recent = [];
      throw error;
    } finally {
      // Also after a failure: the log may have the batch all the same.
      if (!isOurs()) doubtful = Math.min(doubtful ?? from, from);
    }
    return doubtful === undefined ? (commits.at(-1)?.position ?? from) : from;
  }

  /** Stores the request for the lease holder; called again until it succeeds. */
  async function requestReplay(): Promise<void> {
    if (doubtful === undefined) return;
    await checkpoints.save(replayOf(name), doubtful + 1);
    doubtful = undefined;
  }

  /** Position to go back to because of batches published, possibly, without the lease. */
  async function applyReplay(position: number, fence: number | undefined): Promise<number> {
    if (leases === undefined) return position;
    let from = position;
    const requested = await checkpoints.load(replayOf(name));
    if (requested > 0) {
      from = Math.min(from, requested - 1);
      // Save before deleting the request: the next lease holder must go back, too.
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
    log,
    batch: BATCH,
    leases,
    ...(pauses && { pauses }),
  });
}

/** Name of the checkpoint with a relay's replay request. */
export function replayOf(relay: string): string {
  return `${relay}/again`;
}

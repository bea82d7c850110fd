import { randomUUID } from 'node:crypto';
import { type Model, Schema } from 'mongoose';
import type { MongoConnection } from '../mongo/connection.ts';
import { isDuplicateKey, orUnavailable } from '../mongo/outage.ts';
import type { Logger } from '../process/observability/log.ts';
import type { Lease, Leases } from './lease.ts';

export interface MongoLeasesOptions {
  /** Used by a single service; the caller closes it. */
  readonly connection: MongoConnection;
  readonly log: Logger;
  readonly times?: LeaseTimes;
}

export interface LeaseTimes {
  /** Duration of a lease from its last renewal. */
  readonly lastsMs: number;
  /** Additional time that other processes wait before they take an expired lease. */
  readonly marginMs: number;
  readonly renewEveryMs: number;
}

interface LeaseDocument {
  readonly _id: string;
  /** Id of the holding process; null once released. */
  readonly holder: string | null;
  readonly fence: number;
  /** A counter that shows other processes that the lease is alive. */
  readonly renewals: number;
  /** By the holder's clock. */
  readonly expiresAt: number;
}

interface Seen {
  readonly fence: number;
  readonly renewals: number;
  /** By the monotonic clock. */
  readonly since: number;
}

interface HeldLease extends Lease {
  /** Filter that matches the document as long as this process holds the lease. */
  readonly mine: { readonly _id: string; readonly holder: string; readonly fence: number };
  /** By the monotonic clock. */
  validUntil: number;
  /** Called if another process has taken the lease. */
  lost(): void;
}

const DEFAULT_TIMES: LeaseTimes = { lastsMs: 6_000, marginMs: 2_000, renewEveryMs: 2_000 };
/** Upper limit of the clock difference between two machines. */
const CLOCKS_DIFFER_MS = 30_000;

const schema = new Schema(
  { _id: { type: String, required: true }, holder: String, fence: Number, renewals: Number, expiresAt: Number },
  { versionKey: false, autoIndex: false, autoCreate: false, id: false, collection: 'leases' },
);

/**
 * Leases between the processes of a service. A process may take a lease if it has seen no renewal for the lease's full
 * duration, by its own clock, or if the lease expired so long ago that clock differences cannot explain it.
 */
export function createMongoLeases({ connection, log, times = DEFAULT_TIMES }: MongoLeasesOptions): Leases {
  const leases: Model<LeaseDocument> = connection.mongoose.model<LeaseDocument>('Lease', schema);
  const me = randomUUID();
  const seen = new Map<string, Seen>();
  const held = new Set<HeldLease>();
  let timer: NodeJS.Timeout | undefined;
  let renewing: Promise<void> | undefined;
  const find = (name: string) => orUnavailable(leases.findById(name).lean<LeaseDocument>());

  function hasRunOut({ _id, fence, renewals, expiresAt }: LeaseDocument): boolean {
    const before = seen.get(_id);
    if (before?.fence === fence && before.renewals === renewals) {
      if (performance.now() - before.since > times.lastsMs + times.marginMs) return true;
    } else {
      seen.set(_id, { fence, renewals, since: performance.now() });
    }
    return Date.now() > expiresAt + CLOCKS_DIFFER_MS;
  }

  /** Undefined if another process was faster. */
  async function take(name: string, present: LeaseDocument | null): Promise<Lease | undefined> {
    const started = performance.now();
    const fence = (present?.fence ?? 0) + 1;
    const ours = { holder: me, fence, renewals: 0, expiresAt: Date.now() + times.lastsMs };
    if (present === null) {
      try {
        await orUnavailable(leases.insertMany([{ _id: name, ...ours }], { lean: true }));
      } catch (error) {
        if (isDuplicateKey(error)) return undefined;
        throw error;
      }
    } else {
      const unmoved = { _id: name, fence: present.fence, renewals: present.renewals, holder: present.holder };
      if ((await orUnavailable(leases.findOneAndUpdate(unmoved, { $set: ours }).lean())) === null) return undefined;
    }
    log.info({ lease: name, fence }, 'lease taken');
    return hold(name, fence, started);
  }

  function hold(name: string, fence: number, started: number): Lease {
    let over = false;

    function end(): void {
      over = true;
      held.delete(lease);
      if (held.size > 0) return;
      clearInterval(timer);
      timer = undefined;
    }

    const lease: HeldLease = {
      fence,
      mine: { _id: name, holder: me, fence },
      validUntil: started + times.lastsMs,
      held() {
        if (!over && performance.now() >= lease.validUntil) {
          log.warn({ lease: name, fence }, 'lease lost, it could not be renewed in time');
          end();
        }
        return !over;
      },
      lost() {
        if (!over) log.warn({ lease: name, fence }, 'lease lost to another process');
        end();
      },
      async release() {
        end();
        await renewing;
        try {
          await orUnavailable(leases.updateOne(lease.mine, { $set: { holder: null } }));
        } catch (error) {
          log.warn({ err: error, lease: name }, 'lease not given back, it will run out');
        }
      },
    };
    held.add(lease);
    timer ??= setInterval(() => {
      renewing ??= renew().finally(() => {
        renewing = undefined;
      });
    }, times.renewEveryMs).unref();
    return lease;
  }

  async function lostOf(ours: readonly HeldLease[]): Promise<ReadonlySet<HeldLease>> {
    const found = await orUnavailable(leases.find({ $or: ours.map(({ mine }) => mine) }).lean<LeaseDocument[]>());
    const names = new Set(found.map(({ _id }) => _id));
    return new Set(ours.filter(({ mine }) => !names.has(mine._id)));
  }

  /**
   * Renews all leases of this process in one write: it may hold many, and renewals are the only traffic of an idle
   * process.
   */
  async function renew(): Promise<void> {
    const asking = performance.now();
    const ours = [...held].filter((lease) => lease.held());
    if (ours.length === 0) return;
    try {
      const update = { $set: { expiresAt: Date.now() + times.lastsMs }, $inc: { renewals: 1 } };
      const updates = ours.map(({ mine }) => ({ updateOne: { filter: mine, update } }));
      const { matchedCount } = await orUnavailable(leases.bulkWrite(updates, { ordered: false }));
      const lost = matchedCount === ours.length ? undefined : await lostOf(ours);
      for (const lease of ours) {
        if (lost?.has(lease) === true) lease.lost();
        else if (lease.held()) lease.validUntil = asking + times.lastsMs;
      }
    } catch (error) {
      log.warn({ err: error, leases: ours.map(({ mine }) => mine._id) }, 'leases not renewed, will try again');
    }
  }

  return {
    async acquire(name) {
      const present = await find(name);
      if (present !== null && present.holder !== null && !hasRunOut(present)) return undefined;
      return take(name, present);
    },
    async seize(name) {
      for (;;) {
        const lease = await take(name, await find(name));
        if (lease !== undefined) return lease;
      }
    },
    async taken() {
      const found = await orUnavailable(leases.find({ holder: { $ne: null } }).lean<LeaseDocument[]>());
      return found.filter((lease) => !hasRunOut(lease)).map(({ _id }) => _id);
    },
    async close() {
      await Promise.all([...held].map((lease) => lease.release()));
    },
  };
}

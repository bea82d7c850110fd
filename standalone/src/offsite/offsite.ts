import { readFile, rm, writeFile } from 'node:fs/promises';
import type { Adapters } from '@volant/infra/adapters/adapters-port';
import { WriteGate } from '@volant/infra/event-store/write-gate';
import type { Logger } from '@volant/infra/process/observability/log';
import type { Measures } from '@volant/infra/process/observability/metrics';
import type { Notices } from '@volant/infra/process/shell/notices';
import { jsonOf } from '@volant/infra/text/json-of';
import { z } from 'zod';
import { sentenceOf } from '../backup/live-backup.ts';
import type { DataDirectory } from '../data-directory.ts';
import { makeBase } from './base.ts';
import { DRILL_DIRECTORY, type Drill } from './drill.ts';
import { BASES, basesIn } from './names.ts';
import { openPlace, type PlaceSettings } from './place.ts';
import { type Kept, removeExpired } from './retention.ts';
import { openShipper, type Shipper } from './shipper.ts';
import { openVault, type Vault } from './vault.ts';

export interface OffsiteParts {
  readonly adapters: Adapters;
  readonly data: Pick<DataDirectory, 'below'>;
  readonly place: PlaceSettings;
  readonly passphrase: string;
  readonly kept: Kept;
  readonly drill: Drill;
  readonly withoutStoring: (work: () => Promise<void>) => Promise<void>;
  readonly notices: Notices;
  readonly measures: Measures;
  readonly log: Logger;
  readonly clock: () => Date;
  /** Between two rounds. */
  readonly everyMs?: number;
}

const HOUR_MS = 60 * 60 * 1000;
/** A third of what may be lost, so that a failed round is repeated in time. */
const EVERY_MS = 20_000;
const LATE_MS = 60_000;
const BASE_EVERY_MS = 24 * HOUR_MS;
/** A base or drill that failed is tried again after this time. */
const AGAIN_MS = HOUR_MS;
/** Drills take place at this hour (UTC), in the night of all customers. */
const DRILL_HOUR = 2;
const DRILL_LATE_MS = 48 * HOUR_MS;
const DRILLED_FILE = 'offsite-drill.json';

const drilledFile = z.object({ at: z.iso.datetime() });

interface Opened {
  readonly vault: Vault;
  readonly shipper: Shipper;
}

/** The continuous backup of a running product: increments, bases, retention and drills. */
export function createOffsite(parts: OffsiteParts) {
  const { adapters, data, place, passphrase, kept, notices, measures, log, clock, everyMs = EVERY_MS } = parts;
  const rounds = new WriteGate();
  const stopping = new AbortController();
  let opened: Opened | undefined;
  let timer: NodeJS.Timeout | undefined;
  let round: Promise<void> = Promise.resolve();
  let night: Promise<void> | undefined;
  let nightFailedAt = Number.NEGATIVE_INFINITY;
  let shippedAt = 0;
  let baseAt = 0;
  let drilledAt = 0;
  let hasDrillFailed = false;
  const startedAt = clock().getTime();
  const warnings = new Map<string, string>();

  const countFailed = measures.counter(
    'offsite_failed_total',
    'Rounds, bases and drills of the off-site backup that failed.',
  );
  const countBytes = measures.counter('offsite_sent_bytes_total', 'Bytes sent to the off-site backup.');
  const countRequests = measures.counter(
    'offsite_requests_total',
    'Requests that changed or listed the off-site backup.',
  );
  const gauge = (name: string, help: string, read: () => number) => measures.gauge(name, help, () => read() / 1000);
  gauge('offsite_shipped_timestamp_seconds', 'When the off-site backup was last up to date.', () => shippedAt);
  gauge('offsite_base_timestamp_seconds', 'When the last base of the off-site backup was made.', () => baseAt);
  gauge('offsite_drill_timestamp_seconds', 'When the off-site backup was last restored as a drill.', () => drilledAt);

  measures.gauge('offsite_drill_failed', '1 while the last drill of the off-site backup failed.', () =>
    Number(hasDrillFailed),
  );

  function warn(subject: string, sentence: string | undefined): void {
    const before = warnings.get(subject);
    if (before === sentence) return;
    if (before !== undefined) notices.withdraw(before);
    warnings.delete(subject);
    if (sentence === undefined) return;
    warnings.set(subject, sentence);
    notices.tell(sentence);
  }

  async function open(): Promise<Opened> {
    const objects = await openPlace(place, log);
    try {
      const vault = await openVault(objects, passphrase, true);
      const shipper = await openShipper({ adapters, data, vault, clock });
      baseAt = shipper.isNew ? 0 : ((await newestBase(vault, shipper.lineage)) ?? 0);
      return { vault, shipper };
    } catch (error) {
      await objects.close();
      throw error;
    }
  }

  async function work(): Promise<void> {
    try {
      opened ??= await open();
      const { vault, shipper } = opened;
      const now = clock().getTime();
      await rounds.pass(() => shipper.ship(stopping.signal));
      shippedAt = now;
      count(vault);
      warn('shipping', undefined);
      night ??= startNight(opened);
    } catch (error) {
      countFailed();
      tellLate(error);
    }
    const drillAge = clock().getTime() - (drilledAt === 0 ? startedAt : drilledAt);
    const last = drilledAt === 0 ? 'never' : new Date(drilledAt).toISOString();
    warn(
      'drill age',
      drillAge > DRILL_LATE_MS ? `the off-site backup was last restored as a drill: ${last}` : undefined,
    );
  }

  function tellLate(error: unknown): void {
    if (stopping.signal.aborted) return;
    const since =
      shippedAt === 0
        ? 'has sent nothing since the start'
        : `is not up to date since ${new Date(shippedAt).toISOString()}`;
    const isLate = shippedAt === 0 || clock().getTime() - shippedAt > LATE_MS;
    if (isLate) warn('shipping', `the off-site backup ${since}: ${sentenceOf(error).replace(/\.$/, '')}`);
    else log.info({ reason: sentenceOf(error) }, 'a round of the off-site backup failed');
  }

  function count({ sent }: Vault): void {
    countBytes(sent.bytes);
    countRequests(sent.requests);
    sent.bytes = 0;
    sent.requests = 0;
  }

  /** Begins a base or a drill if one is due. */
  function startNight({ vault, shipper }: Opened): Promise<void> | undefined {
    const now = clock();
    if (now.getTime() - nightFailedAt < AGAIN_MS) return undefined;
    const isBaseDue = now.getTime() - baseAt >= BASE_EVERY_MS;
    if (!isBaseDue && !isDrillDue(now)) return undefined;
    const work = isBaseDue ? sendBase(vault, shipper) : runDrill();
    return work
      .catch((error: unknown) => {
        if (stopping.signal.aborted) return;
        countFailed();
        nightFailedAt = clock().getTime();
        if (!isBaseDue) hasDrillFailed = true;
        warn(
          isBaseDue ? 'base' : 'drill',
          `the ${isBaseDue ? 'base' : 'drill'} of the off-site backup failed: ${sentenceOf(error)}`,
        );
      })
      .finally(() => {
        night = undefined;
      });
  }

  function isDrillDue(now: Date): boolean {
    const age = now.getTime() - drilledAt;
    return age >= 36 * HOUR_MS || (age >= 12 * HOUR_MS && now.getUTCHours() === DRILL_HOUR);
  }

  async function sendBase(vault: Vault, shipper: Shipper): Promise<void> {
    const { withoutStoring } = parts;
    const begunAt = clock().getTime();
    const say = (line: string) => {
      stopping.signal.throwIfAborted();
      log.debug(line);
    };
    await makeBase({ adapters, data, vault, shipper, rounds, withoutStoring, clock, say });
    baseAt = begunAt;
    warn('base', undefined);
    await removeExpired(vault, kept, clock());
    log.info('a base of the off-site backup was sent');
  }

  async function runDrill(): Promise<void> {
    const directory = data.below(DRILL_DIRECTORY);
    await rm(directory, { recursive: true, force: true });
    try {
      await parts.drill(directory, stopping.signal);
    } finally {
      await rm(directory, { recursive: true, force: true });
    }
    drilledAt = clock().getTime();
    hasDrillFailed = false;
    await writeFile(data.below(DRILLED_FILE), JSON.stringify({ at: new Date(drilledAt).toISOString() }));
    warn('drill', undefined);
    log.info('the off-site backup was restored as a drill');
  }

  function schedule(ms: number): void {
    if (stopping.signal.aborted) return;
    timer = setTimeout(() => {
      round = work().finally(() => schedule(everyMs));
    }, ms).unref();
  }

  return {
    async start(): Promise<void> {
      const text = await readFile(data.below(DRILLED_FILE), 'utf8').catch(() => '');
      const read = drilledFile.safeParse(jsonOf(text));
      if (read.success) drilledAt = new Date(read.data.at).getTime();
      schedule(0);
    },
    async stop(): Promise<void> {
      stopping.abort(new Error('Volant is being stopped'));
      clearTimeout(timer);
      await round;
      await night;
      await opened?.vault.close();
    },
  };
}

async function newestBase(vault: Vault, lineage: string): Promise<number | undefined> {
  const own = basesIn(await vault.list(BASES)).filter((base) => base.lineage === lineage);
  return own.at(-1)?.at.getTime();
}

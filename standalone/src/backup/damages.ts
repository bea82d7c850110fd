import { damagesPutAside, putAsideDamagedParts } from '@volant/analytics/damaged-parts';
import type { Adapters } from '@volant/infra/adapters/adapters-port';
import { readTopic } from '@volant/infra/message-log/read-topic';
import { ACTIVITY_TOPIC } from '@volant/infra/message-log/topics';
import type { Logger } from '@volant/infra/process/observability/log';
import { OperatorError } from '@volant/infra/process/settings/server-errors';
import type { Notices } from '@volant/infra/process/shell/notices';
import { type DataDirectory, signingKeyOf } from '../data-directory.ts';
import { createSample, lossesIn } from './losses.ts';

export interface DamageCheckParts {
  readonly adapters: Adapters;
  readonly data: Pick<DataDirectory, 'below'>;
  /** Number of records at the end of the log that ingest has not stored. */
  readonly lag: () => Promise<number>;
  readonly notices: Notices;
  readonly log: Logger;
}

const FIRST_AFTER_MS = 5_000;
const EVERY_MS = 24 * 60 * 60 * 1000;
/** Between two checks, however many statements meet a damage. */
const REST_MS = 60_000;

/** Puts damaged parts of the embedded ClickHouse aside, and names them; a server is left to its own tools. */
export async function damagedParts(adapters: Adapters): Promise<readonly string[]> {
  const database = await adapters.analyticsDatabase();
  if (database.onDamage === undefined) return [];
  await putAsideDamagedParts(database);
  return damagesPutAside(database);
}

/** Reads the files of the data directory soon after the start and once a day, and names damages and losses. */
export function createDamageCheck({ adapters, data, lag, notices, log }: DamageCheckParts) {
  let timer: NodeJS.Timeout | undefined;
  let isChecking = false;
  let isDue = false;
  let checkedAt = Number.NEGATIVE_INFINITY;
  let losses: readonly string[] = [];

  async function check(): Promise<void> {
    const found = [...(await damagedParts(adapters))];
    const sample = createSample();
    for await (const records of readTopic(await adapters.messageLog(), ACTIVITY_TOPIC.name)) {
      for (const record of records) sample.add(record);
    }
    // Read after the records: those stored by then are in the table.
    const stored = sample.recordsUpTo(await lag());
    for (const sentence of losses) notices.withdraw(sentence);
    losses = await lossesIn(await adapters.analyticsDatabase(), stored);
    found.push(...losses);
    await signingKeyOf(data).catch((error: unknown) => {
      if (!(error instanceof OperatorError)) throw error;
      found.push(error.message);
    });
    for (const sentence of [...found, ...(await adapters.damages())]) notices.tell(sentence);
  }

  function schedule(ms: number): void {
    clearTimeout(timer);
    timer = setTimeout(() => {
      isChecking = true;
      isDue = false;
      check()
        .catch((error: unknown) => {
          // Its stores are closed when the process stops.
          if (timer !== undefined) log.warn({ err: error }, 'the files could not be checked');
        })
        .finally(() => {
          isChecking = false;
          checkedAt = performance.now();
          if (timer !== undefined) schedule(EVERY_MS);
        });
    }, ms).unref();
  }

  return {
    async start() {
      schedule(FIRST_AFTER_MS);
      // A statement has met a damage: until it is put aside, reports fail.
      (await adapters.analyticsDatabase()).onDamage?.(() => {
        if (timer === undefined || isChecking || isDue) return;
        isDue = true;
        schedule(Math.max(0, checkedAt + REST_MS - performance.now()));
      });
    },
    stop() {
      clearTimeout(timer);
      timer = undefined;
    },
  };
}

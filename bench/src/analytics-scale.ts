import { execFile } from 'node:child_process';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { z } from 'zod';
import { measureProductAtScale, type ScaleOfProduct } from './scale-product.ts';

const PROGRAM = fileURLToPath(new URL('../../services/analytics/src/testing/scale/measure-scale.ts', import.meta.url));

/** Milliseconds of each run. */
const times = z.array(z.number());
const folded = z.object({ seconds: z.number(), risenMiB: z.number() });
const made = z.object({
  madeSeconds: z.number(),
  fold: folded,
  oneMonth: folded,
  rawBytes: z.number(),
  rollupBytes: z.number(),
});
const distinctReports = z.object({ perSecond: z.number(), processorMs: z.number() });

const measured = z.object({
  start: z.object({ openedMs: z.number(), firstReportMs: z.number() }),
  idleMiB: z.number(),
  reports: z.object({
    hot: times,
    ordinary: times,
    cold: times,
    administrator: times,
    ownPages: times,
    listOfAll: times,
    global: times,
    busy: times,
  }),
  distinct: z.object({ by8: distinctReports, by32: distinctReports }),
  reportsPeakMiB: z.number(),
  ingestRowsPerSecond: z.number(),
  erased: times,
  exportRowsPerSecond: z.number(),
  fresh: z.object({ delays: times, sentPerSecond: z.number(), refused: z.number() }),
  freshPeakMiB: z.number(),
});

/** `few` shows the cost of the events alone, `many` that of the cards, too. */
const CARDS = { few: 1_000, many: 100_000 };

export type ScaleMeasured = z.infer<typeof made> &
  z.infer<typeof measured> & { readonly product: Readonly<Record<keyof typeof CARDS, ScaleOfProduct>> };

/**
 * Fills a new database with this many events, measures a process that opens it afterwards, and starts the product on
 * it.
 */
export async function measureScale(directory: string, events: number): Promise<ScaleMeasured> {
  const data = path.join(directory, `scale-${events}`);
  const run = async (what: string): Promise<unknown> => {
    const args = ['--import', 'tsx', PROGRAM, what, data, String(events)];
    const { stdout } = await promisify(execFile)(process.execPath, args);
    return JSON.parse(stdout.trim().split('\n').at(-1) ?? '');
  };
  try {
    const figures = { ...made.parse(await run('make')), ...measured.parse(await run('measure')) };
    const few = await measureProductAtScale(data, CARDS.few);
    const many = await measureProductAtScale(data, CARDS.many);
    return { ...figures, product: { few, many } };
  } finally {
    await rm(data, { recursive: true, force: true });
  }
}

import { measureScale, type ScaleMeasured } from '../analytics-scale.ts';
import type { ScaleOfProduct } from '../scale-product.ts';
import { median, percentile } from '../statistics.ts';
import type { Figure, Row } from '../table.ts';

/** A figure for one size, and the value from which its growth is computed. */
interface Claim {
  readonly name: string;
  readonly goal?: string;
  readonly value: (measured: ScaleMeasured) => number;
  readonly text: (measured: ScaleMeasured) => string;
  readonly met?: (measured: ScaleMeasured) => boolean;
}

const ms = (value: number) => value.toFixed(value < 10 ? 1 : 0);
const mib = (value: number) => `${value.toFixed(0)} MiB`;

function timing(name: string, of: (measured: ScaleMeasured) => readonly number[], goalMs?: number): Claim {
  const p95 = (measured: ScaleMeasured) => percentile(of(measured), 0.95);
  return {
    name: `${name}, p50 / p95 in ms`,
    value: p95,
    text: (measured) => `${ms(median(of(measured)))} / ${ms(p95(measured))}`,
    ...(goalMs === undefined ? {} : { goal: `≤ ${goalMs} ms`, met: (measured) => p95(measured) <= goalMs }),
  };
}

/** Start time of the whole product, and its memory when idle. */
function ready(
  what: string,
  of: (measured: ScaleMeasured) => ScaleOfProduct,
  goal: { readonly seconds: number; readonly idleMiB: number },
): Claim {
  return {
    name: `the product with ${what}: ready; memory idle`,
    goal: `≤ ${goal.seconds} s; ≤ ${goal.idleMiB} MiB`,
    value: (measured) => of(measured).readySeconds,
    text: (measured) => `${of(measured).readySeconds.toFixed(1)} s; ${mib(of(measured).idleMiB)}`,
    met: (measured) => of(measured).readySeconds <= goal.seconds && of(measured).idleMiB <= goal.idleMiB,
  };
}

/** 400 MB. */
const READY = { seconds: 3, idleMiB: 381 };

const CLAIMS: readonly Claim[] = [
  timing('report of the hot page (2 % of all)', ({ reports }) => reports.hot, 60),
  timing('report of a page with 10,000 events', ({ reports }) => reports.ordinary, 60),
  timing('report of a page not requested before', ({ reports }) => reports.cold, 60),
  timing('report of a page with 100,000 events in 24 hours', ({ reports }) => reports.busy, 100),
  timing('hot page for an administrator', ({ reports }) => reports.administrator),
  timing('counts of 20 own pages', ({ reports }) => reports.ownPages),
  timing('counts of 10,000 pages', ({ reports }) => reports.listOfAll),
  timing('global analytics', ({ reports }) => reports.global, 100),
  {
    name: 'reports of distinct pages a second and processor of each, 8 and 32 callers',
    goal: '≥ 60',
    value: ({ distinct }) => distinct.by8.processorMs,
    text: ({ distinct: { by8, by32 } }) =>
      [by8, by32].map((each) => `${each.perSecond.toFixed(0)}; ${ms(each.processorMs)} ms`).join(' · '),
    met: ({ distinct }) => distinct.by32.perSecond >= 60,
  },
  {
    name: 'fold of all months, memory above idle',
    goal: '≤ 300 MiB',
    value: ({ fold }) => fold.risenMiB,
    text: ({ fold }) => `${fold.seconds.toFixed(1)} s, ${mib(fold.risenMiB)}`,
    met: ({ fold }) => fold.risenMiB <= 300,
  },
  {
    name: 'fold of one month',
    value: ({ oneMonth }) => oneMonth.seconds,
    text: ({ oneMonth }) => `${oneMonth.seconds.toFixed(1)} s, ${mib(oneMonth.risenMiB)}`,
  },
  timing('a page erased', ({ erased }) => erased),
  {
    name: '202 → report, 2,000 events/s, p50 / p95 in ms',
    goal: '≤ 500 ms',
    value: ({ fresh }) => percentile(fresh.delays, 0.95),
    text: ({ fresh: { delays, sentPerSecond, refused } }) =>
      `${ms(median(delays))} / ${ms(percentile(delays, 0.95))} (${sentPerSecond.toFixed(0)}/s, ${refused} refused)`,
    met: ({ fresh: { delays, refused } }) => refused === 0 && percentile(delays, 0.95) <= 500,
  },
  {
    name: 'ingest, rows a second',
    value: ({ ingestRowsPerSecond }) => ingestRowsPerSecond,
    text: ({ ingestRowsPerSecond }) => ingestRowsPerSecond.toFixed(0),
  },
  {
    name: 'export, rows a second',
    value: ({ exportRowsPerSecond }) => exportRowsPerSecond,
    text: ({ exportRowsPerSecond }) => exportRowsPerSecond.toFixed(0),
  },
  {
    name: 'bytes an event: activities + rollups',
    goal: '≤ 45',
    value: ({ rawBytes, rollupBytes }) => rawBytes + rollupBytes,
    text: ({ rawBytes, rollupBytes }) => `${rawBytes.toFixed(1)} + ${rollupBytes.toFixed(1)}`,
    met: ({ rawBytes, rollupBytes }) => rawBytes + rollupBytes <= 45,
  },
  {
    name: 'start of analytics; its first report',
    value: ({ start }) => start.openedMs,
    text: ({ start }) => `${ms(start.openedMs)} ms; ${ms(start.firstReportMs)} ms`,
  },
  ready('1,000 cards', ({ product }) => product.few, READY),
  ready('100,000 cards, accounts and messages', ({ product }) => product.many, READY),
  timing('list of 100,000 pages for an administrator, first part', ({ product }) => product.many.adminList, 60),
  timing('a search in it', ({ product }) => product.many.adminSearch, 60),
  {
    name: 'memory of the product with 1,000 and with 100,000 cards, most under 1,000 events/s',
    goal: '≤ 1229 MiB',
    value: ({ product }) => product.few.loadedMiB,
    text: ({ product: { few, many } }) => `${mib(few.loadedMiB)}; ${mib(many.loadedMiB)}`,
    met: ({ product: { few, many } }) => Math.max(few.loadedMiB, many.loadedMiB) <= 1_229,
  },
  {
    name: 'memory of analytics alone: idle; most under reports; most under 2,000 events/s',
    value: ({ idleMiB }) => idleMiB,
    text: ({ idleMiB, reportsPeakMiB, freshPeakMiB }) =>
      `${[idleMiB, reportsPeakMiB, freshPeakMiB].map((one) => one.toFixed(0)).join('; ')} MiB`,
  },
];

export const GROWTH = 'growth';

/** Column name of a size. */
export function sizeName(events: number): string {
  return `${events / 1_000_000} million`;
}

/** Cost of analytics over so many events: 100,000 pages, 25 months. Growth compares the first size with the last. */
export async function scaleRows(directory: string, sizes: readonly number[]): Promise<readonly Row[]> {
  const measured: ScaleMeasured[] = [];
  for (const events of sizes) measured.push(await measureScale(directory, events));
  return CLAIMS.map(({ name, goal = '–', value, text, met }) => {
    const figures: Record<string, Figure> = {};
    for (const [place, one] of measured.entries()) {
      const figure = { text: text(one), ...(met === undefined ? {} : { met: met(one) }) };
      figures[sizeName(sizes[place] ?? 0)] = figure;
    }
    const [first, last] = [measured[0], measured.at(-1)];
    if (first !== undefined && last !== undefined && first !== last) {
      figures[GROWTH] = { text: `${(value(last) / value(first)).toFixed(2)} ×` };
    }
    return { name, goal, figures };
  });
}

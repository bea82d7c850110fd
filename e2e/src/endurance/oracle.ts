import { expectedReport, type SentEvent } from '../event-load.ts';

/** Compares the events answered 202 with the rows of the tables. */
export interface Compared {
  readonly readBack: number;
  readonly lost: number;
  readonly doubled: number;
  /** Rows of events that were never answered 202. */
  readonly unknown: number;
}

/** @param stored number of rows for each id */
export function compareIds(acknowledged: Iterable<string>, stored: ReadonlyMap<string, number>): Compared {
  const ids = new Set(acknowledged);
  let [readBack, lost, doubled] = [0, 0, 0];
  for (const id of ids) {
    const times = stored.get(id) ?? 0;
    if (times === 0) lost += 1;
    else readBack += 1;
    if (times > 1) doubled += 1;
  }
  const unknown = [...stored.keys()].filter((id) => !ids.has(id)).length;
  return { readBack, lost, doubled, unknown };
}

/** The compared part of a report. */
export type Report = ReturnType<typeof expectedReport>;

/** An error answer. */
interface Refusal {
  readonly code?: string;
}

/** Differences between a report and the sent events, as sentences. */
export function compareReport(
  events: Iterable<SentEvent>,
  pageId: string,
  report: Report | Refusal | undefined,
): readonly string[] {
  const expected = expectedReport(events, pageId);
  if (report === undefined || !('summary' in report)) {
    return [`the report of ${pageId} does not come: ${report?.code ?? 'no answer'}`];
  }
  const differences: string[] = [];
  const look = (what: string, count: number, seen: number | undefined) => {
    if (count !== seen) differences.push(`${what} of ${pageId}: ${seen} instead of ${count}`);
  };
  look('views', expected.summary.views, report.summary.views);
  look('clicks', expected.summary.clicks, report.summary.clicks);
  for (const [type, count] of Object.entries(expected.summary.clicksByType)) {
    look(`clicks (${type})`, count, (report.summary.clicksByType as Record<string, number>)[type]);
  }
  const seen = new Map(report.chartData.map((day) => [day.date, day]));
  const expectedDays = new Map(expected.chartData.map((day) => [day.date, day]));
  for (const date of new Set([...seen.keys(), ...expectedDays.keys()])) {
    for (const what of ['views', 'clicks'] as const) {
      look(`${what} on ${date}`, expectedDays.get(date)?.[what] ?? 0, seen.get(date)?.[what] ?? 0);
    }
  }
  return differences;
}

/** What is asked of the list of what was answered 202, and of the tables and reports. */
export interface Counted {
  /** Requests with events, repetitions included. */
  readonly sent: number;
  /** Different events that were answered 202. */
  readonly answered202: number;
  /** Of these, how many stand in the tables. */
  readonly readBack: number;
  readonly lost: number;
  readonly doubled: number;
}

export interface Outcome extends Partial<Counted> {
  /** Whatever else was measured. */
  readonly figures: Readonly<Record<string, number | string>>;
  /** What did not hold; empty if all did. */
  readonly problems: readonly string[];
}

/** Servers or product did not come up: nothing was tried, and nothing is known. */
export class CouldNotStart extends Error {
  override readonly name = 'CouldNotStart';
}

/** Whoever started it wants it to end: what was under way is neither held nor broken. */
export class Interrupted extends Error {
  override readonly name = 'Interrupted';
}

/** One promise, and what is done to break it. */
export interface Scenario {
  readonly name: string;
  /** What is done, for the report: "ingest killed (-9)". */
  readonly what: string;
  /** What it stands for in full: 200 kills. */
  readonly full: number;
  readonly unit: string;
  /** The most that is done before it is compared and written down; all of it if not given. */
  readonly atOnce?: number;
  /** Why it cannot be run on this machine. */
  readonly obstacle?: () => Promise<string | undefined>;
  run(amount: number, say: (sentence: string) => void): Promise<Outcome>;
}

/** How much of a scenario a scale stands for: at least one of whatever is counted in whole numbers. */
export function amountAt({ full, unit }: Pick<Scenario, 'full' | 'unit'>, scale: number): number {
  if (unit === 'minutes') return full * scale;
  return Math.min(full, Math.max(1, Math.round(full * scale)));
}

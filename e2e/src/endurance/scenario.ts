/** Counts of events answered 202, and of their rows in tables and reports. */
export interface Counted {
  /** Requests with events, including repetitions. */
  readonly sent: number;
  /** Distinct events that were answered 202. */
  readonly answered202: number;
  /** Number of these that are in the tables. */
  readonly readBack: number;
  readonly lost: number;
  readonly doubled: number;
}

export interface Outcome extends Partial<Counted> {
  /** Other measurements. */
  readonly figures: Readonly<Record<string, number | string>>;
  /** Failed checks; empty if all passed. */
  readonly problems: readonly string[];
}

/** The user stopped the run: the current scenario has no result. */
export class Interrupted extends Error {
  override readonly name = 'Interrupted';
}

/** One guarantee, and the fault that tests it. */
export interface Scenario {
  readonly name: string;
  /** The fault, for the report: "ingest killed (-9)". */
  readonly what: string;
  /** Amount of a full run: 200 kills. */
  readonly full: number;
  readonly unit: string;
  run(amount: number, say: (sentence: string) => void): Promise<Outcome>;
}

/** Amount of a scenario at a scale: at least one for units that are counted in whole numbers. */
export function amountAt({ full, unit }: Pick<Scenario, 'full' | 'unit'>, scale: number): number {
  if (unit === 'minutes') return full * scale;
  return Math.min(full, Math.max(1, Math.round(full * scale)));
}

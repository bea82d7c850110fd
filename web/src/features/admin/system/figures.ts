import type { SystemPartFragment } from './system.generated.ts';

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const GIGABYTE = 1024 ** 3;

interface Rule {
  readonly unit: 'count' | 'bytes' | 'seconds' | 'instant';
  /** Of several queues and processes. */
  readonly together: 'sum' | 'most' | 'least';
  /** Seconds for an instant are those since. */
  readonly isWrong?: (value: number) => boolean;
}

/** In the order of the screen. The bounds are those of the alerts (k8s/components/monitoring/rules.yaml). */
const RULES = {
  backup_succeeded_timestamp_seconds: { unit: 'instant', together: 'most', isWrong: (since) => since > 48 * HOUR },
  offsite_shipped_timestamp_seconds: { unit: 'instant', together: 'most', isWrong: (since) => since > 5 * MINUTE },
  offsite_drill_timestamp_seconds: { unit: 'instant', together: 'most', isWrong: (since) => since > 48 * HOUR },
  disk_free_bytes: { unit: 'bytes', together: 'least', isWrong: (free) => free < GIGABYTE },
  mails_waiting: { unit: 'count', together: 'sum' },
  mails_oldest_seconds: { unit: 'seconds', together: 'most', isWrong: (age) => age > 10 * MINUTE },
  mailbox_read_age_seconds: { unit: 'seconds', together: 'least', isWrong: (age) => age > 15 * MINUTE },
  webhooks_waiting: { unit: 'count', together: 'most' },
  ingest_lag_records: { unit: 'count', together: 'most', isWrong: (lag) => lag > 10_000 },
  ingest_dead_total: { unit: 'count', together: 'sum', isWrong: (dead) => dead > 0 },
  collect_spool_bytes: { unit: 'bytes', together: 'sum' },
  collect_spool_age_seconds: { unit: 'seconds', together: 'most', isWrong: (age) => age > 2 * MINUTE },
  folding_succeeded_timestamp_seconds: { unit: 'instant', together: 'most', isWrong: (since) => since > 26 * HOUR },
} as const satisfies Readonly<Record<string, Rule>>;

type FigureName = keyof typeof RULES;

export interface ShownFigure {
  readonly name: FigureName;
  readonly unit: Rule['unit'];
  /** Undefined: it cannot be read. */
  readonly value: number | undefined;
  readonly isWrong: boolean;
}

const TOGETHER = {
  sum: (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0),
  most: (values: readonly number[]) => Math.max(...values),
  least: (values: readonly number[]) => Math.min(...values),
};

/** Services that share a process say the same about it. */
export function processesOf(parts: readonly (SystemPartFragment | null | undefined)[]): readonly SystemPartFragment[] {
  return [...new Map(parts.flatMap((part) => (part ? [[part.id, part] as const] : []))).values()];
}

/** @param now in milliseconds */
export function figuresOf(processes: readonly SystemPartFragment[], now: number): readonly ShownFigure[] {
  const all = processes.flatMap(({ figures }) => figures);
  return (Object.keys(RULES) as FigureName[]).flatMap((name): readonly ShownFigure[] => {
    const { unit, together, isWrong = () => false }: Rule = RULES[name];
    const read = all.filter((figure) => figure.name === name);
    if (read.length === 0) return [];
    const values = read.flatMap(({ value }) => value ?? []);
    if (values.length < read.length) return [{ name, unit, value: undefined, isWrong: true }];
    const value = TOGETHER[together](values);
    return [{ name, unit, value, isWrong: isWrong(unit === 'instant' ? now / 1_000 - value : value) }];
  });
}

const UNITS = {
  bytes: [
    ['gigabyte', GIGABYTE],
    ['megabyte', 1024 ** 2],
  ],
  seconds: [
    ['day', 24 * HOUR],
    ['hour', HOUR],
    ['minute', MINUTE],
  ],
} as const;

/** In the largest unit that fits: “3 hours”, “1.5 GB”. */
export function inUnits(value: number, of: keyof typeof UNITS, locale: string): string {
  const units = UNITS[of];
  const [unit, size] = units.find(([, least]) => value >= least) ?? units[units.length - 1] ?? units[0];
  const unitDisplay = of === 'bytes' ? 'short' : 'long';
  const digits = unit === 'gigabyte' ? 1 : 0;
  return new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay, maximumFractionDigits: digits }).format(
    value / size,
  );
}

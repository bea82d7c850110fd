/** Reports the progress of long work now and then. */
export class Progress {
  readonly #say: (line: string) => void;
  readonly #everyMs: number;
  #saidAt = performance.now();

  constructor(say: (line: string) => void, everyMs = 5_000) {
    this.#say = say;
    this.#everyMs = everyMs;
  }

  begin(): void {
    this.#saidAt = performance.now();
  }

  /** @param total undefined if it is not known */
  at(name: string, rows: number, total: number | undefined): void {
    if (performance.now() - this.#saidAt < this.#everyMs) return;
    this.#saidAt = performance.now();
    this.#say(`${name}: ${countOf(rows)}${total === undefined ? '' : ` of ${countOf(total)}`}`);
  }
}

/** Run time of this command, as shown to operators. */
export function minutesTaken(): string {
  const seconds = Math.ceil(process.uptime());
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}

export function countOf(count: number): string {
  return count.toLocaleString('en');
}

export interface TableRow {
  readonly name: string;
  readonly counts: readonly number[];
}

/** Formats counts in columns under their titles. */
export function tableOf(titles: readonly string[], rows: readonly TableRow[]): string {
  const lines = [['', ...titles], ...rows.map(({ name, counts }) => [name, ...counts.map(countOf)])];
  const widths = lines[0]?.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0))) ?? [];
  const cell = (text: string, column: number) =>
    column === 0 ? text.padEnd(widths[column] ?? 0) : text.padStart((widths[column] ?? 0) + 2);
  return lines.map((line) => line.map(cell).join('').trimEnd()).join('\n');
}

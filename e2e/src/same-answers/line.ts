/** An answer in the form that is compared. */
export interface Line {
  readonly step: string;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
}

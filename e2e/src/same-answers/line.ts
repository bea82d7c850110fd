/** One answer as it is compared. */
export interface Line {
  readonly step: string;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
}

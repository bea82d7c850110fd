/** Where a request comes from. */
export interface Caller {
  /** Address of the client; for limits only, never stored. */
  readonly address: string;
  readonly correlationId: string;
}

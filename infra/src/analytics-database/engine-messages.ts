import type { ClickHouseSettings } from '@clickhouse/client';

/** What a process and its engine of ClickHouse send to each other. */

export type StatementKind = 'query' | 'insert' | 'command' | 'exec';

/** Parameters of the client's connection that can be sent to another process. */
export interface Statement {
  readonly query: string;
  readonly query_params?: Record<string, unknown>;
  readonly clickhouse_settings?: ClickHouseSettings;
  /** Rows of an insert, in its format. */
  readonly values?: string;
}

export type ToEngine =
  | { readonly id: number; readonly kind: StatementKind; readonly statement: Statement }
  | { readonly end: true };

export interface Answer {
  readonly query_id: string;
  readonly response_headers: Readonly<Record<string, string>>;
  /** Rows of a query, in its format; empty for other statements. */
  readonly body: Uint8Array;
}

/** `type` and `code` are ClickHouse's; absent for other failures. */
export interface Failure {
  readonly message: string;
  readonly type?: string | undefined;
  readonly code?: string | undefined;
}

export type FromEngine =
  | { readonly ready: true }
  /** Why the directory cannot be opened, as a sentence for the operator. */
  | { readonly refused: string }
  | { readonly id: number; readonly answer: Answer }
  | { readonly id: number; readonly failure: Failure };

import type { Tables } from './tables.ts';

export type Params = Readonly<Record<string, unknown>>;
/** A statement of the analytics service, said once more in TypeScript. */
export interface Statement {
  readonly sql: RegExp;
  /** Answers a query from the tables as they stand. */
  readonly rows?: (tables: Tables, params: Params, found: RegExpMatchArray, now: number) => readonly object[];
  /** Reads what a command needs; what it returns changes the tables later on, when others may have changed them, too. */
  readonly change?: (
    tables: Tables,
    params: Params,
    found: RegExpMatchArray,
    now: number,
  ) => ((tables: Tables, now: number) => void) | undefined;
}

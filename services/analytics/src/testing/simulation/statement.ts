import type { Tables } from './tables.ts';

export type Params = Readonly<Record<string, unknown>>;
/** A statement of the analytics service, reimplemented in TypeScript. */
export interface Statement {
  readonly sql: RegExp;
  /** Answers a query from the current tables. */
  readonly rows?: (tables: Tables, params: Params, found: RegExpMatchArray, now: number) => readonly object[];
  /**
   * Reads the data that a command needs. The returned function changes the tables later, when other processes may have
   * changed them too.
   */
  readonly change?: (
    tables: Tables,
    params: Params,
    found: RegExpMatchArray,
    now: number,
  ) => ((tables: Tables, now: number) => void) | undefined;
}

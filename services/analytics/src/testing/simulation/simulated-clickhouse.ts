import type { AnalyticsDatabase } from '@volant/infra/analytics-database/analytics-database';
import { FOLD_STATEMENTS } from './fold-statements.ts';
import { PAGE_STATEMENTS } from './page-statements.ts';
import { activitiesOf, emptyTables, type Tables } from './tables.ts';

/** The calling process, which may die at any of its steps. */
export interface Caller {
  /**
   * Lets others run first. Resolves when it is the caller's turn, and never if the caller is dead by then.
   * @throws Error if the answer is lost on the way
   */
  step(what: string): Promise<void>;
}

interface SimulationParts {
  /** A turn of the server: a statement it received takes effect even if the sender has died. */
  readonly turn: (what: string) => Promise<void>;
  /** Seconds since 1970, by the server's own clock. */
  readonly now: () => number;
}

interface InsertParams {
  readonly table: string;
  readonly values: unknown;
}

/**
 * The analytics service's ClickHouse as tables in memory. Each statement arrives, reads, takes effect and is answered
 * in separate turns, so that every interleaving of several processes' statements can be tested. Only known statements
 * are supported (`page-statements.ts`, `fold-statements.ts`); any other is an error. Background merges are not
 * simulated, because they do not change the result of FINAL.
 */
export function simulatedClickhouse({ turn, now }: SimulationParts) {
  const tables = emptyTables();

  function find(query: string) {
    const sql = query.replace(/\s+/g, ' ').trim();
    for (const statement of [...PAGE_STATEMENTS, ...FOLD_STATEMENTS]) {
      const found = sql.match(statement.sql);
      if (found !== null) return { ...statement, found };
    }
    throw new Error(`a statement that the simulation does not know: ${sql}`);
  }

  async function happen(what: string, change: ((tables: Tables, now: number) => void) | undefined): Promise<void> {
    await turn(what);
    change?.(tables, now());
  }

  /** The database as one process accesses it. */
  function connect(caller: Caller): AnalyticsDatabase {
    const client = {
      async query({ query, query_params = {} }: { query: string; query_params?: Record<string, unknown> }) {
        const { rows, found } = find(query);
        if (rows === undefined) throw new Error(`no query: ${query}`);
        await caller.step('asks');
        const answer = rows(tables, query_params, found, now());
        await caller.step('is answered');
        return { json: async () => answer };
      },
      async command({ query, query_params = {} }: { query: string; query_params?: Record<string, unknown> }) {
        const { change, found } = find(query);
        if (change === undefined) throw new Error(`no command: ${query}`);
        await caller.step('sends');
        await happen(query.slice(0, 40), change(tables, query_params, found, now()));
        await caller.step('gets the answer');
      },
      async insert({ table, values }: InsertParams) {
        const name = table.replace('volant.', '') as keyof Tables;
        const rows = name === 'activities_by_day' ? activitiesOf(await textOf(values)) : (values as readonly object[]);
        await caller.step(`inserts into ${name}`);
        await happen(`rows of ${name}`, (_, at) => {
          const stored = name === 'fold_tickets' ? rows.map((row) => ({ ...row, at })) : rows;
          Object.assign(tables, { [name]: [...tables[name], ...stored] });
        });
        await caller.step('gets the answer');
      },
    };
    return {
      client: client as unknown as AnalyticsDatabase['client'],
      database: 'volant',
      check: async () => {},
      close: async () => {},
    };
  }

  return { tables: tables as Readonly<Tables>, connect };
}

/** Reads a stream of texts without waiting: waiting would be a turn that the schedule does not know of. */
async function textOf(values: unknown): Promise<string> {
  const parts: string[] = [];
  for await (const part of values as AsyncIterable<string>) parts.push(String(part));
  return parts.join('');
}
